import type Stripe from 'stripe';

/** A decimal is a string on the wire; the SDK's types describe the object it is parsed into. */
export function decimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}
