import { timingSafeEqual } from 'node:crypto';
import { namespaced } from '@outharbor/emulator-kit/namespace-name';
import { ApiError } from '../description/api-error.ts';
import type { ApiKeyOption } from '../kinds/changeable-settings.ts';
import { ACCOUNT_ID, type Settings } from '../kinds/context.ts';
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
