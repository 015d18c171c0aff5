import { parameterAtStripe } from '../../description/description.ts';
import { list } from './composite.ts';
import { flag, integer, oneOf, type Reader, text } from './reader.ts';
import { currency } from './texts.ts';

/** A parameter that takes any value that Stripe's description lists for it. */
export function choice(call: string, name: string): Reader<string> {
  return oneOf(...choices(call, name));
}

/** Values in the order in which Stripe's messages list them, which its description does not have. */
const ORDERS: Readonly<Record<string, string>> = {
  'GET /v1/invoices status': 'draft open void paid uncollectible',
  'GET /v1/subscriptions status':
    'active past_due unpaid canceled incomplete incomplete_expired trialing paused all ended',
};

/** The values that Stripe's description lists for a parameter. */
export function choices(call: string, name: string): readonly string[] {
  const values = parameterAtStripe(call, name).flatMap((schema) =>
    typeof schema === 'object' && 'of' in schema ? schema.of : [],
  );
  const order = ORDERS[`${call} ${name}`]?.split(' ') ?? [];
  return values.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Lists that take fewer items than others (docs.stripe.com/api/prices/list). */
const MAX_ITEMS: Readonly<Record<string, number>> = { 'GET /v1/prices lookup_keys': 10 };

/** A parameter of a simple type as Stripe describes it. */
export function described(call: string, name: string): Reader<boolean | number | string | string[]> {
  const schemas = parameterAtStripe(call, name);
  const [schema] = schemas;
  const allowed = choices(call, name);
  if (allowed.length > 0) return oneOf(...allowed);
  if (schema === 'boolean') return flag;
  if (schema === 'currency') return currency;
  if (schema === 'integer') return integer();
  if (typeof schema !== 'object') return text();
  if ('list' in schema) return list(text(), MAX_ITEMS[`${call} ${name}`]);
  return text('string' in schema ? schema.string : undefined);
}
