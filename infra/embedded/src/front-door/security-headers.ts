/** Every header value that a front door adds; Nginx's configuration is written from it. */

/** CSP sources such as `'sha256-…'` of the few scripts and styles that stand in pages, made by the site's build. */
export interface InlineHashes {
  readonly 'script-src': readonly string[];
  readonly 'style-src': readonly string[];
}

/** Origins other than the site's own that a page reaches: none when everything is emulated. */
export interface OutsideSources {
  readonly connect: readonly string[];
  readonly frame: readonly string[];
}

export const EMULATED_SOURCES: OutsideSources = { connect: [], frame: [] };

export const LIVE_SOURCES: OutsideSources = {
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://*.firebaseio.com',
    'wss://*.firebaseio.com',
    'https://*.firebasedatabase.app',
    'wss://*.firebasedatabase.app',
  ],
  frame: ['https://calendly.com'],
};

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

/** For answers that are data: an API answer shown as a page can do nothing. */
export const DATA_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function pageContentSecurityPolicy(hashes: InlineHashes, outside: OutsideSources): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes['script-src']],
    'style-src': ["'self'", ...hashes['style-src']],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...outside.connect],
    'frame-src': ["'self'", ...outside.frame],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
