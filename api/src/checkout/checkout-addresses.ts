import { SITE_PATHS } from '@outharbor/contract/paths';

/** Stripe replaces the literal placeholder, so it must not be percent-encoded. */
export function checkoutAddresses(publicUrl: string) {
  return {
    successUrl: `${publicUrl}${SITE_PATHS.success}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}${SITE_PATHS.cancel}`,
  };
}
