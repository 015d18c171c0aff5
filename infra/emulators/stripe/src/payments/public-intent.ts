/** Fields of a payment or a setup that Stripe's reference calls retrievable with a publishable key. */
const SHOWN: ReadonlySet<string> = new Set([
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'id',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'object',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
  'usage',
]);

const INTENTS = ['payment_intent', 'setup_intent'];

/** What a publishable key sees of an object: of a payment or a setup only a part. */
export function publicIntent(wire: object): object {
  if (!('object' in wire) || !INTENTS.includes(String(wire.object))) return wire;
  return Object.fromEntries(Object.entries(wire).filter(([name]) => SHOWN.has(name)));
}
