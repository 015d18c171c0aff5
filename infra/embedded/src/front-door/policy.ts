/**
 * The behaviour of both front doors as data: the Node.js front door reads it, and infra/nginx/write-policy.ts
 * generates Nginx's configuration from it. Patterns use only syntax shared by JavaScript and PCRE.
 */
import type { ErrorCode } from '@outharbor/contract/errors';
import { EMULATED_PATHS, SITE_PATHS } from '@outharbor/contract/paths';

export interface FileClass {
  readonly name: string;
  /** Matched against the file's path in the build: `/faq.html` for the page `/faq`. */
  readonly path: RegExp;
  readonly cacheControl: string;
  /** Pages get the page policy; any other file gets a policy under which it can do nothing. */
  readonly isPage?: boolean;
}

/** The first match decides. Classes depend on the path, because a 304 has no content type. */
export const FILE_CLASSES: readonly FileClass[] = [
  { name: 'page', path: /\.html$/, cacheControl: 'no-cache', isPage: true },
  { name: 'asset', path: /^\/assets\//, cacheControl: 'public, max-age=31536000, immutable' },
  { name: 'settings', path: /^\/runtime-config\.json$/, cacheControl: 'no-cache' },
  { name: 'file', path: /^\//, cacheControl: 'public, max-age=3600' },
];

/** Matched against Accept-Encoding, in order of preference. */
export const ENCODINGS = [
  { name: 'br', suffix: '.br', accepted: acceptedBy('br') },
  { name: 'gzip', suffix: '.gz', accepted: acceptedBy('gzip') },
] as const;

/** Files that the build also provides compressed. */
export const PACKED_FILE = /\.(?:html|js|css|svg)$/;

function acceptedBy(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?:1|0\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)`, 'i');
}

/** All responses below this path are JSON in the API's shape, including errors. */
export const API_PATH = /^\/api(?:\/|$)/;

/** Forwarded paths if everything is emulated; otherwise only the API's paths are forwarded. */
export const FORWARDED_PATH = new RegExp(
  `^(?:/api|${Object.values(EMULATED_PATHS).join('|').replaceAll('.', '\\.')})(?:/|$)`,
);

export const SITE_METHODS = ['GET', 'HEAD'] as const;
export const FORWARDED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Matched against the raw request target, before percent-decoding and dot-segment resolution: a segment that
 * begins with a dot (except the database's two, and a leading `/.well-known`), an encoded separator or control character, an empty first
 * segment, an invalid escape, or a character that no valid URL of the product contains.
 */
export const REFUSED_TARGET =
  /^(?!\/\.(?:ws|lp)(?:\?|$))(?:\/\/|[^?]*(?:(?:\/|%2f|%5c|\\)(?!(?<=^\/)\.well-known(?:[/?]|$))(?:\.|%2e)|%2f|%5c|%7f|%[01][0-9a-f]|%(?![0-9a-f]{2})|["\\<>^`{|}#])|.*[^!-~])/i;

/** Redirects by path, with 302. The change-password URL: https://www.w3.org/TR/change-password-url/. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/.well-known/change-password': SITE_PATHS.account,
};

export interface Refusal {
  /** Error code for API callers, if API paths can be refused with this status. */
  readonly code?: ErrorCode;
  /** The whole response body for everyone else. */
  readonly line: string;
  /** Closes the connection, because unread data could be taken for another request. */
  readonly closes?: boolean;
  readonly retryAfterSeconds?: number;
}

/** The front door's own responses by status. The site provides its own page for a missing file. */
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

/** The response body of a redirect. */
export const MOVED_LINE = 'Moved';

export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Applies to the request line and to each header. */
  headLineBytes: 4096,
  headBytes: 16 * 1024,
  requestMs: 10_000,
  /**
   * Between two reads of a body. Nginx then closes without a response, so the service's own limit must be
   * shorter.
   */
  bodyPauseMs: 15_000,
  answerMs: 15_000,
  /** The database holds a long poll open for up to 45 seconds. */
  longPollAnswerMs: 60_000,
} as const;
