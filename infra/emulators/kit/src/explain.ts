interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
}

/** An error's message. For a file or port that cannot be used: what is wrong with it, and what to do. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { syscall, path, message }: SystemError = error;
  if (syscall === 'listen') return explainListening(error);
  return path === undefined ? message : explainFile(error, path);
}

function explainFile({ code, message }: SystemError, path: string): string {
  if (code === 'ENOENT') return `${path} does not exist`;
  return code === 'EACCES' || code === 'EPERM' ? `This user may not use ${path} (${code})` : message;
}

function explainListening({ code, port, address, message }: SystemError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use (${code}): stop the program that listens there, or choose another port`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine (${code})`;
  return code === 'EACCES' ? `Port ${port} needs an administrator (${code}): choose one above 1023` : message;
}
