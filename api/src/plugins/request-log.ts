import type { Answer } from './answers.ts';

/** Logs one line per request; health checks are below their routes' log level. */
export function logAnswer({ request, address, status, milliseconds }: Answer): void {
  const req = { method: request.method, url: request.url, ip: address };
  request.log.info({ req, status, ms: Math.round(milliseconds) }, 'request answered');
}
