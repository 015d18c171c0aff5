const NAME = /^\w{1,64}$/;
const KEY = /^(\w+?)_ns_(\w{1,64})$/;

/** Throws for what cannot be part of a key. */
export function requireNamespaceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError('a namespace is named by 1 to 64 letters, digits and underscores');
}

/** The key of a namespace: `sk_test_x` → `sk_test_x_ns_worker1`. */
export function namespaceKey(key: string, name: string): string {
  return `${key}_ns_${requireNamespaceName(name)}`;
}

/** What a key is made of; null where it names no namespace. */
export function readNamespaceKey(key: string): { readonly parent: string; readonly name: string } | null {
  const [, parent = '', name = ''] = KEY.exec(key) ?? [];
  return name === '' ? null : { parent, name };
}

/** Where the hosted pages of a namespace are: `/emulated/stripe` → `/emulated/stripe/ns/worker1`. */
export function namespacePagesPath(pagesPath: string, name: string): string {
  return `${pagesPath}/ns/${name}`;
}

/** The namespace that an address is in, and the address outside of it; null where it is in none. */
export function readNamespaceUrl(
  pagesPath: string,
  url: string,
): { readonly name: string; readonly rest: string } | null {
  const prefix = namespacePagesPath(pagesPath, '');
  const end = url.indexOf('/', prefix.length);
  if (!url.startsWith(prefix) || end < 0) return null;
  return { name: url.slice(prefix.length, end), rest: `${pagesPath}${url.slice(end)}` };
}
