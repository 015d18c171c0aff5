/** The one place of every header value that a front door adds; the Nginx template is checked against it. */

/** For the site's own pages. `scriptHashes` are CSP sources such as `'sha256-…'` of inline scripts. */
export interface PagePolicy {
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Origins besides the own one, of the live Firebase, widget and checkout; none when emulated. */
  readonly connect: readonly string[];
  readonly frame: readonly string[];
}

export const EMULATED_PAGE_POLICY: PagePolicy = { scriptHashes: [], styleHashes: [], connect: [], frame: [] };

export const LIVE_SOURCES = {
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://*.firebaseio.com',
    'wss://*.firebaseio.com',
    'https://*.firebasedatabase.app',
    'wss://*.firebasedatabase.app',
  ],
  frame: ['https://calendly.com'],
} as const;

export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  // Never a full address to another origin: a checkout session id may stand in it.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Added where the public address is https. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

export const HASHED_ASSET_CACHE = 'public, max-age=31536000, immutable';
export const PAGE_CACHE = 'no-cache';
export const PLAIN_FILE_CACHE = 'public, max-age=3600';

/** For answers that are data: an API answer shown as a page can do nothing. */
export const DATA_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function pageContentSecurityPolicy(policy: PagePolicy): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...policy.scriptHashes],
    'style-src': ["'self'", ...policy.styleHashes],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...policy.connect],
    'frame-src': ["'self'", ...policy.frame],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
