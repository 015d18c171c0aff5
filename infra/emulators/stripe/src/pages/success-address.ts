import type { CheckoutSession, Embedding } from '../state/checkout-entities.ts';

/**
 * Where a complete session leads; null where the shop's page stays. Only the literal placeholder is replaced; an encoded
 * one stays, as at Stripe.
 */
export function successAddress({ successUrl, embedding, id }: CheckoutSession): string | null {
  const address = embedding === undefined ? successUrl : returnUrlOf(embedding);
  return address?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}

/** A card needs no page of a bank's, so that only `always` leads away. */
function returnUrlOf({ redirect, returnUrl }: Embedding): string | null {
  return redirect === 'always' ? returnUrl : null;
}
