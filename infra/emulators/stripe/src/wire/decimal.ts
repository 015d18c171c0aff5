import type Stripe from 'stripe';

/** A decimal travels as text; the SDK's types describe the object that it makes of it. */
export function decimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}
