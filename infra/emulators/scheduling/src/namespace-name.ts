const NAME = /^\w{1,64}$/;

/** Throws for what cannot be part of a token. */
export function requireNamespaceName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RangeError('a namespace is named by 1 to 64 letters, digits and underscores');
}

/** The token by which the API is in a namespace: `emulated-token` → `emulated-token_ns_worker_1`. */
export function namespaceToken(token: string, name: string): string {
  return `${token}_ns_${requireNamespaceName(name)}`;
}

/** The namespace that an Authorization header names; undefined where it is not made of this token. */
export function readNamespaceToken(token: string, authorization = ''): string | undefined {
  const prefix = `Bearer ${token}_ns_`;
  const name = authorization.startsWith(prefix) ? authorization.slice(prefix.length) : '';
  return NAME.test(name) ? name : undefined;
}

/** Where the pages of a namespace are, and its control routes: `/_emulator` → `/_emulator/ns/worker_1`. */
export function namespacePath(path: string, name: string): string {
  return `${path}/ns/${name}`;
}

/** The namespace that an address below `path` is in; undefined where it is in none. */
export function readNamespacePath(path: string, url = ''): string | undefined {
  const prefix = namespacePath(path, '');
  const end = url.indexOf('/', prefix.length);
  const name = url.startsWith(prefix) && end > 0 ? url.slice(prefix.length, end) : '';
  return NAME.test(name) ? name : undefined;
}
