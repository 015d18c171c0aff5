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
  /**
   * The same for a credential in the URL, which any page can have a browser send without a word about itself. Then only a
   * header that no page can write shows who it is; for `onlyBrowsers`, what no other client sends, not even a client's name.
   */
  rejectUrl(headers: IncomingHttpHeaders, onlyBrowsers: boolean): string | undefined;
}

const HOW_TO_ALLOW = 'to allowedHosts (ALLOWED_HOSTS) if it is yours';

export function pageGuard(options: PageGuardOptions = {}): PageGuard {
  const { serviceHosts, publicUrls = () => [] } = options;
  const allowedHosts = (options.allowedHosts ?? []).map(readHostName);
  const own = (name: string) =>
    isThisMachine(name) ||
    allowedHosts.some((allowed) =>
      allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : name === allowed,
    ) ||
    publicUrls().some((url) => url && URL.parse(url)?.hostname === name);
  /** Whoever runs the local network can direct all other names here while a browser has their page open. */
  const isSurelyHere = (name: string) =>
    name === '' || isIP(name) !== 0 || (serviceHosts?.test(name) ?? false) || own(name);
  return {
    rejectHost: ({ host }) => {
      const name = readHostName(host);
      if (isSurelyHere(name) || isLocalName(name)) return undefined;
      return `The host name ${name} is not known here. Add it ${HOW_TO_ALLOW}.`;
    },
    rejectPage: (headers) => {
      const page = findPage(headers);
      // A browser sends a name and password for a URL that contains them, or once they were typed in.
      const isInUrl = /^basic /i.test(headers.authorization ?? '');
      if (page !== undefined) return judge(page, headers);
      const mayBePage = isInUrl || !isSurelyHere(readHostName(headers.host));
      return mayBePage ? rejectUnnamed(headers, false) : undefined;
    },
    rejectUrl: (headers, onlyBrowsers) => {
      const page = findPage(headers);
      return page !== undefined ? judge(page, headers) : rejectUnnamed(headers, onlyBrowsers);
    },
  };

  function judge(page: string, { host }: IncomingHttpHeaders): string | undefined {
    const called = readHostName(host);
    if (isOwnPage(page, (name) => own(name) || (name === called && isSurelyHere(name)))) return undefined;
    const from = URL.parse(page)?.host || 'an unknown host';
    return `A page of ${from} has no administrator's rights. Add its host name ${HOW_TO_ALLOW}.`;
  }
}

/**
 * The page's URL or origin, `null` if it hides it, or undefined if the browser or another client sends this by itself. What
 * needs a header or a method of its own, or a socket, always has an Origin.
 */
function findPage({
  origin,
  referer,
  host,
  'sec-fetch-site': site,
}: IncomingHttpHeaders): string | undefined {
  const page = origin ?? referer;
  if (page !== undefined) return page;
  // The same site is the same host only where names have no subdomains.
  const isSameHost = isIP(readHostName(host)) !== 0 || !readHostName(host).includes('.');
  return site === 'cross-site' || (site === 'same-site' && !isSameHost) ? 'null' : undefined;
}

/** Browsers send `Sec-Fetch-Site` to trustworthy addresses alone, which 0.0.0.0 and those of a network are not. */
function rejectUnnamed(headers: IncomingHttpHeaders, onlyBrowsers: boolean): string | undefined {
  const mayBePage = onlyBrowsers || BROWSER.test(headers['user-agent'] ?? '');
  if (headers['sec-fetch-site'] !== undefined || !mayBePage) return undefined;
  return 'This could be a page of anybody. Send the credential in the Authorization header, to an address or a name in allowedHosts.';
}

/** Every browser's name starts like this, and no page can change it without an Origin. */
const BROWSER = /^Mozilla\/(?!.*PowerShell)/;

/** Whether a request was marked by a front door or a proxy. The developer's own tools connect directly. */
export function isPublicTraffic(headers: IncomingHttpHeaders): boolean {
  return PUBLIC_MARKS.some((mark) => headers[mark] !== undefined);
}

const PUBLIC_MARKS = ['x-emulator-public', 'x-forwarded-for', 'forwarded'];

function isOwnPage(page: string, own: (name: string) => boolean): boolean {
  const url = URL.parse(page);
  if (url === null) return false;
  const name = readHostName(url.host);
  // The web view of an app, such as capacitor://localhost.
  return /^https?:$/.test(url.protocol) ? own(name) : name === 'localhost';
}

function readHostName(host = ''): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '')
    .toLowerCase();
}

/** A single label, such as a container's name, or a name in a reserved domain: no public DNS leads to it. */
function isLocalName(name: string): boolean {
  return /^[\w-]+$/.test(name) || /\.(?:internal|svc|svc\.cluster\.local)$/.test(name);
}

/** Anything else on the network may be a router's or another person's page. */
function isThisMachine(name: string): boolean {
  if (isIP(name) !== 0) return LOOPBACK.check(name, isIPv6(name) ? 'ipv6' : 'ipv4');
  return name === hostname().toLowerCase() || /^(?:.+\.)?localhost$/.test(name);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
// Servers that listen on every address print it, and a browser then opens it.
LOOPBACK.addAddress('0.0.0.0');
