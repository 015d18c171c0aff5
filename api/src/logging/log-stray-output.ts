import { format } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';

/** Redirects console output and Node.js warnings to the log. */
export function logStrayOutput(logger: FastifyBaseLogger): void {
  const print =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...args: readonly unknown[]) =>
      logger[level]({ component: 'console' }, format(...args));
  console.debug = print('debug');
  console.log = print('info');
  console.info = print('info');
  console.warn = print('warn');
  console.error = print('error');
  // Node's own listener writes plain text to standard error.
  process.removeAllListeners('warning');
  process.on('warning', (err) => logger.warn({ err }, 'Node.js warning'));
}
