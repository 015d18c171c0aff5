import type Stripe from 'stripe';
import { rejected } from '../../description/api-error.ts';
import type { Taken } from '../../kinds/params/as-described.ts';

/** The flexible billing mode; whatever lacks it is in classic mode. */
export interface FlexibleMode {
  /** Whether a proration's amount includes its discounts, or they are listed next to it. */
  readonly proration_discounts: 'included' | 'itemized';
  /** When it was adopted, in Unix seconds. */
  readonly since: number;
}

export function billingModeWire(flexible: FlexibleMode | undefined): Stripe.Subscription.BillingMode {
  if (flexible === undefined) return { flexible: null, type: 'classic' };
  return {
    flexible: { proration_discounts: flexible.proration_discounts },
    type: 'flexible',
    updated_at: flexible.since,
  };
}

/** The requested mode, by default flexible; undefined for classic. */
export function readBillingMode(
  given: Taken<Stripe.SubscriptionCreateParams.BillingMode> | undefined,
  name: string,
  now: number,
): FlexibleMode | undefined {
  if (given?.type !== 'classic') {
    return { proration_discounts: given?.flexible?.proration_discounts ?? 'included', since: now };
  }
  if (given.flexible === undefined) return undefined;
  throw rejected(`You can only set \`${name}[flexible]\` if \`${name}[type]\` is \`flexible\`.`, {
    param: `${name}[flexible]`,
  });
}
