import type { CheckoutSession, Embedding } from '../state/checkout-entities.ts';

/**
 * Where a completed session leads; null if the merchant's page stays. Like Stripe, replaces only the literal
 * placeholder, not an encoded one.
 */
export function successAddress({ successUrl, embedding, id }: CheckoutSession): string | null {
  const address = embedding === undefined ? successUrl : findReturnUrl(embedding);
  return address?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}

/** Cards need no redirect, so `if_required` never leaves the page. */
function findReturnUrl({ redirect, returnUrl }: Embedding): string | null {
  return redirect === 'always' ? returnUrl : null;
}
