/** The namespace in the page address; null for the state outside any namespace. */
export function currentNamespace(): string | null {
  return new URLSearchParams(location.search).get('ns');
}

/** Reloads the page, because every namespace is a separate stack. */
export function showNamespace(name: string): void {
  location.assign(name === '' ? '/' : `/?${new URLSearchParams({ ns: name })}`);
}

/** Adds the current namespace to query parameters. */
export function inNamespace(parameters: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ ...parameters, ns: currentNamespace() ?? '' });
  const query = new URLSearchParams(all.filter(([, value]) => value !== ''));
  return query.size === 0 ? '' : `?${query}`;
}
