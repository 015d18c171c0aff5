const NAME = /^\w{1,64}$/;
const NAMESPACED = /^(.+?)_ns_(\w{1,64})$/;

/** Throws a RangeError for what cannot name a namespace. */
export function requireNamespaceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError('a namespace is named by 1 to 64 letters, digits and underscores');
}

/** A project, key or token in a namespace: `demo-shop` → `demo-shop_ns_worker_1`. */
export function namespaced(id: string, name: string): string {
  return `${id}_ns_${requireNamespaceName(name)}`;
}

/** The parts of a project, key or token; null when it names no namespace. */
export function readNamespaced(id: string): { readonly parent: string; readonly name: string } | null {
  const [, parent = '', name = ''] = NAMESPACED.exec(id) ?? [];
  return name === '' ? null : { parent, name };
}

/** Where a namespace has its pages: `/emulated/stripe` → `/emulated/stripe/ns/worker_1`. */
export function namespacePath(path: string, name: string): string {
  return `${path}/ns/${name}`;
}

/** The namespace that a URL below `path` is in, and the URL outside of it; null when it is in none. */
export function readNamespacePath(
  path: string,
  url: string,
): { readonly name: string; readonly rest: string } | null {
  const prefix = namespacePath(path, '');
  const end = url.indexOf('/', prefix.length);
  const name = url.startsWith(prefix) && end > 0 ? url.slice(prefix.length, end) : '';
  return NAME.test(name) ? { name, rest: `${path}${url.slice(end)}` } : null;
}
