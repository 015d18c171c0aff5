/** The rules of both front doors. Nginx states the same in `infra/nginx`; `tests/support/front-door` tests both. */
import type { ErrorCode } from '@outharbor/contract/errors';
import { SITE_PATHS } from '@outharbor/contract/paths';

/** Responses below this path, including errors, are JSON in the API's shape. */
export const API_PATH = /^\/api(?:\/|$)/;

/** Reserved for probes that call the API directly. */
export const INTERNAL_PATH = /^\/api\/health/;

// Matched against the raw target: segments beginning with a dot (except the database's two and
// a leading `/.well-known`), encoded separators or control characters, an empty first segment, invalid escapes,
// and characters in no valid URL.
export const REJECTED_TARGET =
  /^(?!\/\.(?:ws|lp)(?:\?|$))(?:[^/]|\/\/|[^?]*(?:(?:\/|%2f|%5c|\\)(?!(?<=^\/)\.well-known(?:[/?]|$))(?:\.|%2e)|%2f|%5c|%7f|%[01][0-9a-f]|%(?![0-9a-f]{2})|["\\<>^`{|}#])|.*[^!-~])/i;

/** Redirects by path, with 302. The change-password URL: https://www.w3.org/TR/change-password-url/. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['/.well-known/change-password', SITE_PATHS.account],
]);

export const LIMITS = {
  bodyBytes: 1024 * 1024,
  /** A browser sends the cookies of everything that ever ran on this host name. */
  headBytes: 64 * 1024,
  requestMs: 10_000,
  answerMs: 15_000,
  /** The database holds a long poll open for up to 45 seconds. */
  longPollAnswerMs: 60_000,
} as const;

const SITE_METHODS = ['GET', 'HEAD'] as const;
export const FORWARDED_METHODS = [...SITE_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** `file` is a path in the site build. */
export function cacheControlFor(file: string): string {
  if (file.endsWith('.html')) return 'no-cache';
  return file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

interface Rejection {
  /** For API callers; everyone else gets `line` as the whole body. */
  readonly code: ErrorCode;
  readonly line: string;
}

export const REJECTIONS = {
  400: { code: 'validation_failed', line: 'Bad request' },
  404: { code: 'not_found', line: 'Not found' },
  405: { code: 'method_not_allowed', line: 'Method not allowed' },
  408: { code: 'request_timeout', line: 'Request timeout' },
  413: { code: 'payload_too_large', line: 'Request too large' },
  415: { code: 'unsupported_media_type', line: 'Unsupported media type' },
  431: { code: 'headers_too_large', line: 'Request headers too large' },
  503: { code: 'dependency_unavailable', line: 'Temporarily unavailable' },
} as const satisfies Readonly<Record<number, Rejection>>;

export type RejectionStatus = keyof typeof REJECTIONS;
