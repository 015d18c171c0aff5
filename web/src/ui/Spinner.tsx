/** Decorative; the caller also announces the busy state in words. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
