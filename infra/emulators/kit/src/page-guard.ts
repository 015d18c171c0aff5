import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';

export interface PageGuardOptions {
  /** Host names of the developer's own, beside local ones; `.example.com` stands for its subdomains. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The service's own host names. Nobody can direct them here with DNS, but anyone may have pages there. */
  readonly serviceHosts?: RegExp;
  /** URLs of the product, called for every request because they may change. */
  readonly publicUrls?: () => readonly (string | null | undefined)[];
}

/** Any web page can send requests to this machine, and the emulators' credentials are well known. */
export interface PageGuard {
  /** Why no request to this Host is answered: a page may have directed its own name here (DNS rebinding). */
  rejectHost(headers: IncomingHttpHeaders): string | undefined;
  /** Why the sender gets no administrator's rights: it is a page of somebody else. */
  rejectPage(headers: IncomingHttpHeaders): string | undefined;
}

const HOW_TO_ALLOW = 'to allowedHosts (ALLOWED_HOSTS) if it is yours';

export function pageGuard(options: PageGuardOptions = {}): PageGuard {
  const { serviceHosts, publicUrls = () => [] } = options;
  const allowedHosts = (options.allowedHosts ?? []).map(readHostName);
  const own = (name: string) =>
    isLocalName(name) ||
    allowedHosts.some((allowed) =>
      allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : name === allowed,
    ) ||
    publicUrls().some((url) => url && URL.parse(url)?.hostname === name);
  return {
    rejectHost: ({ host }) => {
      const name = readHostName(host);
      if (name === '' || isIP(name) !== 0 || serviceHosts?.test(name) || own(name)) return undefined;
      return `The host name ${name} is not known here. Add it ${HOW_TO_ALLOW}.`;
    },
    rejectPage: ({ origin, referer, host, 'sec-fetch-site': site }) => {
      // Scripts, images and links carry no Origin.
      const page = origin ?? referer ?? (site === 'cross-site' ? 'null' : undefined);
      if (page === undefined || isOwnPage(page, readHostName(host), own)) return undefined;
      const from = URL.parse(page)?.host || 'an unknown host';
      return `A page of ${from} has no administrator's rights. Add its host name ${HOW_TO_ALLOW}.`;
    },
  };
}

/** Whether a request was marked by a front door or a proxy. The developer's own tools connect directly. */
export function isPublicTraffic(headers: IncomingHttpHeaders): boolean {
  return PUBLIC_MARKS.some((mark) => headers[mark] !== undefined);
}

const PUBLIC_MARKS = ['x-emulator-public', 'x-forwarded-for', 'forwarded'];

function isOwnPage(page: string, ownHost: string, own: (name: string) => boolean): boolean {
  const url = URL.parse(page);
  if (url === null) return false;
  const name = readHostName(url.host);
  // The web view of an app, such as capacitor://localhost.
  if (!/^https?:$/.test(url.protocol)) return name === 'localhost';
  return name === ownHost || (isIP(name) === 0 ? own(name) : isPrivateAddress(name));
}

function readHostName(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '')
    .toLowerCase();
}

/** A single label, such as a container's name, a name in a reserved domain, or this machine's own. */
function isLocalName(name: string): boolean {
  return (
    /^[\w-]+$/.test(name) ||
    /\.(?:internal|localhost|svc|svc\.cluster\.local)$/.test(name) ||
    name === hostname().toLowerCase()
  );
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
// Servers that listen on every address print it, and a browser then opens it.
PRIVATE.addAddress('0.0.0.0');
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
