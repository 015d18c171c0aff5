/** Decoration for a busy control or area; whoever shows it says in words that it is busy. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
