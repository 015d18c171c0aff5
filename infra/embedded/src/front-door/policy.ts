/**
 * What both front doors do, as data: the door on Node reads it, and infra/nginx/write-policy.ts writes
 * Nginx's configuration from it. Patterns keep to what JavaScript and PCRE share.
 */
import type { ErrorCode } from '@outharbor/contract/errors';
import { EMULATED_PATHS } from '@outharbor/contract/paths';

export interface FileClass {
  readonly name: string;
  /** Matched against the file's path in the build: `/faq.html` for the page `/faq`. */
  readonly path: RegExp;
  readonly cacheControl: string;
  /** Pages get the policy that lets them work; any other file can do nothing when it is opened as a page. */
  readonly isPage?: boolean;
}

/** The class of a file follows from its path, the first that fits: a 304 has no content type to go by. */
export const FILE_CLASSES: readonly FileClass[] = [
  { name: 'page', path: /\.html$/, cacheControl: 'no-cache', isPage: true },
  { name: 'asset', path: /^\/assets\//, cacheControl: 'public, max-age=31536000, immutable' },
  { name: 'settings', path: /^\/runtime-config\.json$/, cacheControl: 'no-cache' },
  { name: 'file', path: /^\//, cacheControl: 'public, max-age=3600' },
];

/** Matched against Accept-Encoding, the preferred one first. */
export const ENCODINGS = [
  { name: 'br', suffix: '.br', accepted: acceptedBy('br') },
  { name: 'gzip', suffix: '.gz', accepted: acceptedBy('gzip') },
] as const;

/** The build brings these packed as well. */
export const PACKED_FILE = /\.(?:html|js|css|svg)$/;

function acceptedBy(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?:1|0\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)`, 'i');
}

/** Everything under it is answered as JSON in the API's shape, refusals included. */
export const API_PATH = /^\/api(?:\/|$)/;

/** What is passed on to a service where everything is emulated; otherwise the API's paths alone. */
export const FORWARDED_PATH = new RegExp(
  `^(?:/api|${Object.values(EMULATED_PATHS).join('|').replaceAll('.', '\\.')})(?:/|$)`,
);

export const SITE_METHODS = ['GET', 'HEAD'] as const;
export const FORWARDED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Matched against a request target as it came, before percent signs are decoded and dot segments resolved:
 * a segment that begins with a dot (but for the database's two), an encoded separator or control character,
 * an empty first segment, a broken escape, or a character that no address of ours has.
 */
export const REFUSED_TARGET =
  /^(?!\/\.(?:ws|lp)(?:\?|$))(?:\/\/|[^?]*(?:(?:\/|%2f|%5c|\\)(?:\.|%2e)|%2f|%5c|%7f|%[01][0-9a-f]|%(?![0-9a-f]{2})|["\\<>^`{|}#])|.*[^!-~])/i;

export interface Refusal {
  /** For callers of the API, where its paths can be refused so. */
  readonly code?: ErrorCode;
  /** The whole answer to everyone else. */
  readonly line: string;
  /** What the client still sends could be taken for another request. */
  readonly closes?: boolean;
  readonly retryAfterSeconds?: number;
}

/** What a front door says itself, by status. For an address without a file the site has a page. */
export const REFUSALS = {
  400: { code: 'validation_failed', line: 'Bad request', closes: true },
  404: { code: 'not_found', line: 'Not found' },
  405: { code: 'method_not_allowed', line: 'Method not allowed', closes: true },
  408: { code: 'request_timeout', line: 'Request timeout', closes: true },
  // Nginx ends the connection after one, so it says so.
  412: { line: 'Precondition failed', closes: true },
  413: { code: 'payload_too_large', line: 'Too large', closes: true },
  416: { line: 'Range not satisfiable' },
  429: { code: 'rate_limited', line: 'Too many requests', retryAfterSeconds: 1 },
  431: { code: 'headers_too_large', line: 'Headers too large', closes: true },
  503: { code: 'dependency_unavailable', line: 'Unavailable for the moment', retryAfterSeconds: 1 },
} as const satisfies Readonly<Record<number, Refusal>>;

export type RefusalStatus = keyof typeof REFUSALS;

/** The whole answer to a page's address with a slash too many. */
export const MOVED_LINE = 'Moved';

export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Of the request line, and of each header. */
  headLineBytes: 4096,
  headBytes: 16 * 1024,
  requestMs: 10_000,
  /** Between two reads of a body. Nginx then closes without an answer, so the service's own limit has to come first. */
  bodyPauseMs: 15_000,
  answerMs: 15_000,
  /** The database holds a long poll open for up to 45 seconds. */
  longPollAnswerMs: 60_000,
} as const;
