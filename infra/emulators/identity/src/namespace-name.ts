const NAME = /^\w{1,64}$/;
const NAMED = /^(.+?)_ns_(\w{1,64})$/;

/** Throws for what cannot be part of an id. */
export function requireNamespaceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError('a namespace is named by 1 to 64 letters, digits and underscores');
}

/** A project or an API key of a namespace: `demo-shop` → `demo-shop_ns_worker_1`. */
export function namespaceId(id: string, name: string): string {
  return `${id}_ns_${requireNamespaceName(name)}`;
}

/** What the id of a project or an API key is made of; null where it names no namespace. */
export function readNamespaceId(id: string): { readonly parent: string; readonly name: string } | null {
  const [, parent = '', name = ''] = NAMED.exec(id) ?? [];
  return name === '' ? null : { parent, name };
}
