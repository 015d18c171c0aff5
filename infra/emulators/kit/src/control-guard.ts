import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a page in a browser may have made this request. Its requests carry an origin or fetch metadata; a page that
 * reads through a name of its own (DNS rebinding) may carry neither, but shows that name as host.
 */
export function mayComeFromBrowser({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return (
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    !isLocalName(host.toLowerCase())
  );
}

/** An address, a single word such as a service in a container network, or a name that nobody can register. */
function isLocalName(name: string): boolean {
  return isIP(name) !== 0 || /^[\w-]+$/.test(name) || /^[\w.-]+\.(?:internal|localhost)$/.test(name);
}
