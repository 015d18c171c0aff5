import type { IncomingHttpHeaders } from 'node:http';

type Headers = Readonly<Record<string, string>>;

/** Allows browser calls from any site. Names the origin, because some clients do not accept `*`. */
export function corsHeaders({ origin }: IncomingHttpHeaders): Headers {
  return { 'access-control-allow-origin': origin ?? '*', vary: 'Origin' };
}

/** In permissive mode, public sites may reach an emulator on a private network. */
export function preflightHeaders(headers: IncomingHttpHeaders, permissive: boolean): Headers {
  const asksForPrivateNetwork = headers['access-control-request-private-network'] === 'true';
  const named = headers['access-control-request-headers'];
  return {
    ...corsHeaders(headers),
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': named ?? '*, authorization',
    'access-control-max-age': '3600',
    ...(permissive && asksForPrivateNetwork && { 'access-control-allow-private-network': 'true' }),
  };
}
