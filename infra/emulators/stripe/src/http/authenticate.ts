import type { Context } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { type ApiKey, apiKeysOf, findKey } from './api-keys.ts';

/** The key in `Authorization: Bearer <key>`, or the user name in `Authorization: Basic`. */
export function keyOf(header: string): string {
  const [scheme = '', credential = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'bearer') return credential;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(credential, 'base64').toString().split(':')[0] ?? '';
}

function redacted(key: string): string {
  return key.length <= 12 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`;
}

/** Requires the mode's publishable key, `pk_test_x` for `sk_test_x`. */
export function authenticatePublishable({ settings, livemode }: Context, given = ''): void {
  const secret = given.startsWith('pk_') ? given.replace('pk_', 'sk_') : '';
  const found = findKey(apiKeysOf(settings), secret);
  if (found?.livemode === livemode) return;
  const message = `Invalid API Key provided: ${redacted(given)}`;
  throw new ApiError(401, 'invalid_request_error', message, {}, true);
}

/** The request's API key; throws Stripe's error if it is missing or unknown. */
export function authenticate(header: string | undefined, keys: readonly ApiKey[]): ApiKey {
  if (header === undefined) {
    throw new ApiError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      true,
    );
  }
  const given = keyOf(header);
  const found = findKey(keys, given);
  if (found !== undefined) return found;
  const message = `Invalid API Key provided: ${redacted(given)}`;
  throw new ApiError(401, 'invalid_request_error', message, {}, true);
}
