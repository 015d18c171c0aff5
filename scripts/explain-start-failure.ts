/** One line that says what went wrong and, for known errors, what to do about it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the process that listens on it, or choose other ports: PORT=8081 CONSOLE_PORT=4001 npm start`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `This user may not listen on port ${port}. Choose a port above 1023: PORT=8081 npm start`;
  }
  if (code === 'ERR_MODULE_NOT_FOUND') return `${firstLine(error)} Run 'npm ci', then try again.`;
  return firstLine(error);
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? message;
}
