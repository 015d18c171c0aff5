import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type PageGuard, pageGuard } from '../../kit/src/page-guard.ts';

const PUBLIC_PATHS = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/'];
/** What browsers open or fetch from the emulator itself. */
const BROWSER_PATHS = [...PUBLIC_PATHS, '/www.googleapis.com/', '/emulator/action', '/emulator/auth/'];

/**
 * Requests marked as forwarded by a front door reach only the two public services and must not carry a
 * credential: `Bearer owner` would make the sender the project's administrator. Nor may other sites' pages,
 * and the emulator's own tools need no credential.
 */
export function guardTraffic(
  handle: RequestListener,
  allowedHosts: readonly string[] | undefined,
): RequestListener {
  const guard = pageGuard({ allowedHosts });
  return (request, response) => {
    const isPublic = request.headers['x-emulator-public'] !== undefined;
    const problem = isPublic ? publicRejection(request) : directRejection(request, guard);
    if (problem) reject(response, problem);
    else handle(request, response);
  };
}

function publicRejection({ url = '/', headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined) return 'Credentials of an administrator are not accepted here.';
  return isBelow(PUBLIC_PATHS, url) ? undefined : 'Not public.';
}

function directRejection({ url = '/', headers }: IncomingMessage, guard: PageGuard): string | undefined {
  const isPrivileged = headers.authorization !== undefined || !isBelow(BROWSER_PATHS, url);
  return guard.rejectHost(headers) ?? (isPrivileged ? guard.rejectPage(headers) : undefined);
}

function isBelow(paths: readonly string[], url: string): boolean {
  return !url.includes('/../') && paths.some((path) => url.startsWith(path));
}

function reject(response: ServerResponse, message: string): void {
  const body = { error: { code: 403, message, status: 'PERMISSION_DENIED' } };
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}
