import type { CheckoutSession } from '../state/checkout-entities.ts';

/** Where a paid session leads. Only the literal placeholder is replaced; an encoded one stays, as at Stripe. */
export function successAddress({ successUrl, id }: CheckoutSession): string {
  return successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
