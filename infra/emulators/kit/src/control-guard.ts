import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** With DNS rebinding, a page's request may carry no such header, but then its Host is the page's domain. */
export function mayComeFromBrowser({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return (
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    !isLocalName(host.toLowerCase())
  );
}

/** An IP address, a single-label name such as a container's service name, or a name in a reserved domain. */
function isLocalName(name: string): boolean {
  return isIP(name) !== 0 || /^[\w-]+$/.test(name) || /^[\w.-]+\.(?:internal|localhost)$/.test(name);
}
