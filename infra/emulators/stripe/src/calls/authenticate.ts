import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { namespaced } from '@outharbor/emulator-kit/namespace-name';
import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import { ApiError, noAccess, notSupported, redactedKey } from '../description/api-error.ts';
import type { ApiKeyOption } from '../kinds/changeable-settings.ts';
import { ACCOUNT_ID, type Context, type Settings } from '../kinds/context.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import type { ApiKey } from '../kinds/part.ts';

const SECRET = /^sk_(test|live)_\w+$/;
const RESTRICTED = /^rk_(test|live)_\w+$/;
const PERMISSION = /^[a-z_]+_(read|write)$/;

export function isLiveKey(key: string): boolean {
  return /^[sr]k_live_/.test(key);
}

/** The account's secret keys for both modes, and those from `options`. */
export function listApiKeys(
  { secretKey, namespace }: Pick<Settings, 'secretKey' | 'namespace'>,
  options: readonly ApiKeyOption[] = [],
): readonly ApiKey[] {
  const end = namespace === null ? '' : namespaced('', namespace);
  const elsewhere = options.find(({ key }) => !String(key).endsWith(end));
  // The suffix is how requests are routed to the namespace.
  if (elsewhere !== undefined) throw new RangeError(`the API keys of this namespace end in ${end}`);
  const spelledOut = namespace === null ? bothModes(fullLengthKey(secretKey)) : [];
  const own = new Set([...bothModes(secretKey), ...spelledOut]);
  return [...[...own].map((key) => toApiKey(key, null)), ...options.map(readOption)];
}

/** The account's secret keys for both modes, which namespace keys are derived from. */
export function listSecretKeys({ secretKey }: Pick<Settings, 'secretKey'>): readonly ApiKey[] {
  return bothModes(secretKey).map((key) => toApiKey(key, null));
}

/**
 * The same key for clients that check Stripe's format of at least 24 letters and digits: `sk_test_abc`
 * becomes `sk_test_` followed by `abc` eight times.
 */
export function fullLengthKey(key: string): string {
  const [prefix = ''] = /^([sr]k_(test|live)_)?/.exec(key) ?? [];
  const characters = key.slice(prefix.length).replaceAll(/[^\dA-Za-z]/g, '');
  if (characters === '') return key;
  return prefix + characters.repeat(Math.ceil(SHORTEST_NAME / characters.length));
}

const SHORTEST_NAME = 24;

function bothModes(key: string): string[] {
  return [...new Set([key, swapMode(key)])];
}

/** `sk_test_x` → `sk_live_x`, and vice versa. */
function swapMode(key: string): string {
  return key.replace(
    /^([sr]k)_(test|live)_/,
    (_, kind, mode) => `${kind}_${mode === 'test' ? 'live' : 'test'}_`,
  );
}

function toApiKey(key: string, permissions: readonly string[] | null): ApiKey {
  const granted = permissions?.flatMap((name) => [name, name.replace(/_write$/, '_read')]);
  return {
    secret: Buffer.from(key),
    livemode: isLiveKey(key),
    permissions: granted ? new Set(granted) : null,
  };
}

function readOption({ key, permissions }: ApiKeyOption): ApiKey {
  if (typeof key !== 'string' || !(SECRET.test(key) || RESTRICTED.test(key))) {
    throw new RangeError('an API key starts with sk_test_, sk_live_, rk_test_ or rk_live_');
  }
  if (SECRET.test(key)) {
    if (permissions !== undefined) throw new RangeError('only a restricted key, rk_…, has permissions');
    return toApiKey(key, null);
  }
  const wrong = (permissions ?? []).find((name) => !PERMISSION.test(name));
  if (wrong !== undefined)
    throw new RangeError(`${wrong} is not a permission: permissions end in _read or _write`);
  return toApiKey(key, permissions ?? []);
}

export function findKey(keys: readonly ApiKey[], given: string): ApiKey | undefined {
  const secret = Buffer.from(given);
  return keys.find((key) => key.secret.length === secret.length && timingSafeEqual(key.secret, secret));
}

/** Resources not named after their path. Prices use the name of their predecessor, plans. */
const RESOURCES: readonly (readonly [path: RegExp, resource: string])[] = [
  [/^\/v1\/billing_portal\//, 'customer_portal'],
  [/^\/v1\/customers\/[^/]+\/payment_methods/, 'payment_method'],
  [/^\/v1\/customers\/[^/]+\/subscriptions/, 'subscription'],
  [/^\/v1\/invoice_payments/, 'invoice'],
  [/^\/v1\/prices/, 'plan'],
  [/^\/v1\/refunds/, 'charge'],
  [/^\/v1\/subscription_(items|schedules)/, 'subscription'],
  [/^\/v1\/test_helpers\/confirmation_tokens/, 'confirmation_token'],
  [/^\/v1\/test_helpers\//, 'billing_clock'],
  [/^\/v1\/webhook_endpoints/, 'webhook'],
];

/** `GET /v1/customers/:id` → `customer_read`. */
export function permissionFor(method: string, path: string): string {
  const named = RESOURCES.find(([pattern]) => pattern.test(path))?.[1];
  const action = method === 'GET' ? 'read' : 'write';
  return `${named ?? resourceName(path)}_${action}`;
}

/** `/v1/checkout/sessions/:id` → `checkout_session`. */
export function resourceName(path: string): string {
  const [, , first = '', second = ''] = path.split('/');
  const name = first === 'checkout' ? `${first}_${second}` : first;
  return name.replace(/s$/, '');
}

/** Throws Stripe's error if a restricted key lacks the permission for a call. */
export function authorize({ secret, permissions }: ApiKey, method: string, path: string): void {
  if (permissions === null) return;
  const needed = permissionFor(method, path);
  if (permissions.has(needed)) return;
  throw missingPermission(`${secret.toString().slice(0, 8)}***`, needed);
}

export function missingPermission(key: string, permission: string): ApiError {
  const message = `The provided key '${key}' does not have the required permissions for this endpoint on account '${ACCOUNT_ID}'. Having the 'rak_${permission}' permission would allow this request to continue.`;
  return new ApiError(403, 'invalid_request_error', message, {}, true);
}

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
  throw unauthorized(`Invalid API Key provided: ${redactedKey(given)}`);
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
