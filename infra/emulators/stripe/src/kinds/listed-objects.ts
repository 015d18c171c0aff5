import { noSuch } from '../description/api-error.ts';
import { isObject } from '../description/json-object.ts';
import type { Context } from './context.ts';

/** Stripe answers an unknown payment of invoice payments with an empty list. */
const UNCHECKED = 'payment[payment_intent]';

/** Throws if a list is filtered by an object that does not exist, also within a filter such as `recurring[meter]`. */
export function requireListedObjects(
  context: Pick<Context, 'installed' | 'store'>,
  params: object,
  outer?: string,
): void {
  const { references } = context.installed;
  for (const [key, id] of Object.entries(params)) {
    const name = outer === undefined ? key : `${outer}[${key}]`;
    if (isObject(id)) requireListedObjects(context, id, name);
    const filter = Object.hasOwn(references, key) ? references[key] : undefined;
    if (filter === undefined || typeof id !== 'string' || name === UNCHECKED) continue;
    if (filter.among(context.store).get(id) === undefined) throw noSuch(filter.kind, id, name);
  }
}
