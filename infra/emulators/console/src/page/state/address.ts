import { useEffect, useMemo, useState } from 'preact/hooks';
import { inNamespace } from './namespace.ts';

/** A place and the id of what it shows. */
export type Goal = readonly [place: string, id?: string | null];

export function toAddress([place, id]: Goal, query: Readonly<Record<string, string>> = {}): string {
  return `/${place}${id ? `/${encodeURIComponent(id)}` : ''}${inNamespace(query)}`;
}

export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    // Back comes to where the page was left.
    history.replaceState({ scrollY }, '');
    history.pushState(null, '', to);
  } else history.replaceState(history.state, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
}

export function useAddress() {
  const [current, setCurrent] = useState(() => location.pathname + location.search);
  useEffect(() => {
    const read = () => setCurrent(location.pathname + location.search);
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  return useMemo(() => {
    const { pathname, searchParams } = new URL(current, location.origin);
    const [, place = '', id] = pathname.split('/').map(decoded);
    return { place, id: id || undefined, query: searchParams };
  }, [current]);
}

/** Sets query parameters, and removes those that become empty. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  how: 'push' | 'replace',
): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') url.searchParams.delete(name);
    else if (value !== undefined) url.searchParams.set(name, value);
  }
  navigate(url.pathname + url.search, how);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
