import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const PUBLIC_PATHS = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/'];

/**
 * Requests marked as forwarded by a front door reach only the two public services and must not carry a
 * credential: `Bearer owner` would make the sender the project's administrator.
 */
export function guardPublicTraffic(handle: RequestListener): RequestListener {
  return (request, response) => {
    const problem = request.headers['x-emulator-public'] === undefined ? undefined : refusal(request);
    if (problem) refuse(response, problem);
    else handle(request, response);
  };
}

function refusal({ url = '/', headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined) return 'Credentials of an administrator are not accepted here.';
  if (url.includes('/../') || !PUBLIC_PATHS.some((path) => url.startsWith(path))) return 'Not public.';
  return undefined;
}

function refuse(response: ServerResponse, message: string): void {
  const body = { error: { code: 403, message, status: 'PERMISSION_DENIED' } };
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}
