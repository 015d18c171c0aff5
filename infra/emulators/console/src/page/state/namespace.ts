/** The namespace in the page address; null for the state outside any namespace. */
export const NAMESPACE = new URLSearchParams(location.search).get('ns');

export function showNamespace(name: string): void {
  location.search = name === '' ? '' : String(new URLSearchParams({ ns: name }));
}
