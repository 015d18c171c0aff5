// infra/nginx/write-policy.ts generates Nginx's part, so patterns must be valid in JavaScript and PCRE.
import type { ErrorCode } from '@outharbor/contract/errors';
import { EMULATED_PATHS, SITE_PATHS } from '@outharbor/contract/paths';

export interface FileClass {
  readonly name: string;
  /** Matched against the file's path in the build: `/faq.html` for the page `/faq`. */
  readonly path: RegExp;
  readonly cacheControl: string;
  readonly isPage?: boolean;
}

/** The first match decides. Classes depend on the path, because a 304 has no content type. */
export const FILE_CLASSES: readonly FileClass[] = [
  { name: 'page', path: /\.html$/, cacheControl: 'no-cache', isPage: true },
  { name: 'asset', path: /^\/assets\//, cacheControl: 'public, max-age=31536000, immutable' },
  { name: 'settings', path: /^\/runtime-config\.json$/, cacheControl: 'no-cache' },
  { name: 'file', path: /^\//, cacheControl: 'public, max-age=3600' },
];

/** In order of preference. */
export const ENCODINGS = [
  { name: 'br', suffix: '.br', accepted: acceptedBy('br') },
  { name: 'gzip', suffix: '.gz', accepted: acceptedBy('gzip') },
] as const;

export const PACKED_FILE = /\.(?:html|js|css|svg)$/;

function acceptedBy(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?:1|0\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)`, 'i');
}

/** Responses below this path, including errors, are JSON in the API's shape. */
export const API_PATH = /^\/api(?:\/|$)/;

/** If everything is emulated; otherwise only the API's paths are forwarded. */
export const FORWARDED_PATH = new RegExp(
  `^(?:/api|${Object.values(EMULATED_PATHS).join('|').replaceAll('.', '\\.')})(?:/|$)`,
);

export const SITE_METHODS = ['GET', 'HEAD'] as const;
export const FORWARDED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

// Matched against the raw target: segments beginning with a dot (except the database's two and
// a leading `/.well-known`), encoded separators or control characters, an empty first segment, invalid escapes,
// and characters in no valid URL.
export const REFUSED_TARGET =
  /^(?!\/\.(?:ws|lp)(?:\?|$))(?:\/\/|[^?]*(?:(?:\/|%2f|%5c|\\)(?!(?<=^\/)\.well-known(?:[/?]|$))(?:\.|%2e)|%2f|%5c|%7f|%[01][0-9a-f]|%(?![0-9a-f]{2})|["\\<>^`{|}#])|.*[^!-~])/i;

/** Redirects by path, with 302. The change-password URL: https://www.w3.org/TR/change-password-url/. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/.well-known/change-password': SITE_PATHS.account,
};

export interface Refusal {
  /** For API callers; everyone else gets `line` as the whole body. */
  readonly code?: ErrorCode;
  readonly line: string;
  /** Unread data could be taken for another request. */
  readonly closes?: boolean;
  readonly retryAfterSeconds?: number;
}

export const REFUSALS = {
  400: { code: 'validation_failed', line: 'Bad request', closes: true },
  404: { code: 'not_found', line: 'Not found' },
  405: { code: 'method_not_allowed', line: 'Method not allowed', closes: true },
  408: { code: 'request_timeout', line: 'Request timeout', closes: true },
  // Nginx closes the connection after a 412.
  412: { line: 'Precondition failed', closes: true },
  413: { code: 'payload_too_large', line: 'Request too large', closes: true },
  416: { line: 'Range not satisfiable' },
  429: { code: 'rate_limited', line: 'Too many requests', retryAfterSeconds: 1 },
  431: { code: 'headers_too_large', line: 'Request headers too large', closes: true },
  503: { code: 'dependency_unavailable', line: 'Temporarily unavailable', retryAfterSeconds: 1 },
} as const satisfies Readonly<Record<number, Refusal>>;

export type RefusalStatus = keyof typeof REFUSALS;

export const MOVED_LINE = 'Moved';

export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** For the request line and for each header. */
  headLineBytes: 4096,
  headBytes: 16 * 1024,
  requestMs: 10_000,
  /** Between two reads. Nginx then closes without a response, so the service's own limit must be shorter. */
  bodyPauseMs: 15_000,
  answerMs: 15_000,
  /** The database holds a long poll open for up to 45 seconds. */
  longPollAnswerMs: 60_000,
} as const;
