interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

const MISSING_MODULE = /^Cannot find module '(.+?)' imported from /;

/** An error's message. For a file or port that cannot be used: what is wrong with it, and what to do. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { syscall, path, code, hostname, message }: SystemError = error;
  if (syscall === 'listen') return explainListening(error);
  if (code === 'ENOSPC')
    return `The disk is full (${code}): free some space, or name a folder on another disk`;
  if (syscall === 'getaddrinfo') return `There is no host named ${hostname} (${code}): check its spelling`;
  const [, module] = (code === 'ERR_MODULE_NOT_FOUND' && MISSING_MODULE.exec(message)) || [];
  if (module !== undefined) return `${module} does not exist`;
  return path === undefined ? message : explainFile(error, path);
}

function explainFile({ code, message }: SystemError, path: string): string {
  if (code === 'ENOENT') return `${path} does not exist`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is or is below a file, not a folder (${code})`;
  return code === 'EACCES' || code === 'EPERM' ? `This user may not use ${path} (${code})` : message;
}

function explainListening({ code, port, address, message }: SystemError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use (${code}): stop the program that listens there, or choose another port`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine (${code})`;
  if (code !== 'EACCES') return message;
  return Number(port) < 1024
    ? `Port ${port} needs an administrator (${code}): choose one above 1023`
    : `The system reserves port ${port} (${code}): choose another`; // Windows does, for its own services.
}
