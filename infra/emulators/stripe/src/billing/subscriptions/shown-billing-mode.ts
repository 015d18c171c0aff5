import type Stripe from 'stripe';
import type { FlexibleMode } from './billing-mode.ts';

export function billingModeWire(flexible: FlexibleMode | undefined): Stripe.Subscription.BillingMode {
  if (flexible === undefined) return { flexible: null, type: 'classic' };
  return {
    flexible: { proration_discounts: flexible.proration_discounts },
    type: 'flexible',
    updated_at: flexible.since,
  };
}
