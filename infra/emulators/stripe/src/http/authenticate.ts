import { timingSafeEqual } from 'node:crypto';
import { ApiError } from './api-error.ts';

/** The key of `Authorization: Bearer <key>` or of the user name in `Authorization: Basic`. */
function keyOf(header: string): string {
  const [scheme = '', credential = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'bearer') return credential;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(credential, 'base64').toString().split(':')[0] ?? '';
}

function redacted(key: string): string {
  return key.length <= 12 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`;
}

/** Refuses a request without the account's secret key, as Stripe words it. */
export function authenticate(header: string | undefined, secretKey: string): void {
  if (header === undefined) {
    throw new ApiError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      true,
    );
  }
  const given = Buffer.from(keyOf(header));
  const expected = Buffer.from(secretKey);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  const message = `Invalid API Key provided: ${redacted(given.toString())}`;
  throw new ApiError(401, 'invalid_request_error', message, {}, true);
}
