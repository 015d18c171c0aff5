import { ApiError } from '../description/api-error.ts';
import { ACCOUNT_ID } from '../kinds/context.ts';
import type { ApiKey } from '../kinds/part.ts';

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
