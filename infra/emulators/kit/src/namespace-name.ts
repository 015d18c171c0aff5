const NAME = /^\w{1,64}$/;
const NAMESPACED = /^(.+?)_ns_(\w{1,64})$/;

export function requireNamespaceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError('a namespace name must consist of 1 to 64 letters, digits and underscores');
}

/** The id of a project, key or token in a namespace: `demo-shop` → `demo-shop_ns_worker_1`. */
export function namespaced(id: string, name: string): string {
  return `${id}_ns_${requireNamespaceName(name)}`;
}

export function readNamespaced(id: string): { readonly parent: string; readonly name: string } | null {
  const [, parent = '', name = ''] = NAMESPACED.exec(id) ?? [];
  return name === '' ? null : { parent, name };
}

/** The path of a namespace's pages: `/emulated/stripe` → `/emulated/stripe/ns/worker_1`. */
export function namespacePath(path: string, name: string): string {
  return `${path}/ns/${name}`;
}

/** The namespace in a URL below `path`, and the URL without it; null when there is none. */
export function readNamespacePath(path: string, url: string) {
  const prefix = namespacePath(path, '');
  const end = url.indexOf('/', prefix.length);
  const name = url.startsWith(prefix) && end > 0 ? url.slice(prefix.length, end) : '';
  return NAME.test(name) ? { name, rest: `${path}${url.slice(end)}` } : null;
}
