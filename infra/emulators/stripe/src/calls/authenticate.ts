import type { IncomingHttpHeaders } from 'node:http';
import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import { ApiError, noAccess, notSupported, redactedKey } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import type { ApiKey } from '../kinds/part.ts';
import { findKey, listApiKeys } from './api-keys.ts';

/** The key in `Authorization: Bearer <key>`, or the user name in `Authorization: Basic`. */
export function readKey(header: string): string {
  const [scheme = '', credential = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'bearer') return credential;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(credential, 'base64').toString().split(':')[0] ?? '';
}

/** Requires the mode's publishable key, `pk_test_x` for `sk_test_x`. */
export function authenticatePublishable({ settings, livemode }: Context, given = ''): ApiKey {
  const secret = given.startsWith('pk_') ? given.replace('pk_', 'sk_') : '';
  const found = findKey(listApiKeys(settings), secret);
  if (found?.livemode === livemode) return found;
  const message = `Invalid API Key provided: ${redactedKey(given)}`;
  throw new ApiError(401, 'invalid_request_error', message, {}, true);
}

/** Only the front door's own mark counts: a page with a redirected host name could add any other. */
export function isFromFrontDoor(headers: IncomingHttpHeaders): boolean {
  return headers['x-emulator-public'] !== undefined;
}

export function hasPublishableKey({ authorization }: IncomingHttpHeaders): boolean {
  return readKey(authorization ?? '').startsWith('pk_');
}

/** A secret key is for the developer's own server and pages; a publishable key is for any page. */
export function rejectPage(headers: IncomingHttpHeaders, guard: PageGuard): void {
  if (hasPublishableKey(headers)) return;
  const rejection = guard.rejectPage(headers);
  if (rejection !== undefined) throw new ApiError(403, 'invalid_request_error', rejection);
}

/** What a browser or a phone may call: it knows the client secret of the one payment or setup. */
const PUBLIC: ReadonlySet<string> = new Set([
  'GET /v1/payment_intents/:id',
  'GET /v1/setup_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'POST /v1/setup_intents/:id/confirm',
]);

/** Whether a publishable key is enough. */
export function isPublicCall({ method, path }: Pick<Endpoint, 'method' | 'path'>, form: string): boolean {
  const call = `${method} ${path}`;
  if (call === 'POST /v1/payment_methods' || call === 'POST /v1/tokens') return true;
  // A link makes a file public.
  if (call === 'POST /v1/files') return !form.includes('file_link_data');
  return PUBLIC.has(call) && (new URLSearchParams(form).get('client_secret') ?? '') !== '';
}

/** The request's API key; throws Stripe's error if it is missing, unknown or not secret enough. */
export function authenticate(
  header: string | undefined,
  keys: readonly ApiKey[],
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): ApiKey {
  const given = readKey(header ?? '');
  if (given === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const found = findKey(keys, given);
  if (found !== undefined) return found;
  const owner = given.startsWith('pk_') ? findKey(keys, given.replace('pk_', 'sk_')) : undefined;
  if (owner === undefined) throw unauthorized(`Invalid API Key provided: ${redactedKey(given)}`);
  if (isPublic) return owner;
  throw unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  );
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, 'invalid_request_error', message, {}, true);
}

/** The context in which a request acts: that of the key's account, or of the connected account that it names. */
export function actingContext(
  platform: Context,
  account: string | undefined,
  { secret, permissions }: ApiKey,
): Context {
  if (account === undefined || account === '' || account === platform.accountId) return platform;
  const found = platform.store.accounts.get(account);
  if (found === undefined || found.deleted) throw noAccess(secret.toString(), account);
  // Stripe grants a restricted key separate permissions for connected accounts.
  if (permissions !== null) throw notSupported('restricted keys in connected accounts');
  return platform.connected(found.id);
}
