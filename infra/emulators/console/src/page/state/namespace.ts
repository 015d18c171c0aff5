/** The namespace that the page's address names; null for what is in none. */
export const NAMESPACE = new URLSearchParams(location.search).get('ns');

/** Goes to the page of another one. */
export function showNamespace(name: string): void {
  location.search = name === '' ? '' : String(new URLSearchParams({ ns: name }));
}
