import type { Stage } from '@outharbor/rehearsal/stage';
import Stripe from 'stripe';

/** The dashboard of the stage's Stripe account, as whoever has the account's secret key. */
export function dashboardOf({ stripe, accountKey }: Pick<Stage, 'stripe' | 'accountKey'>): Stripe {
  const { hostname: host, port } = new URL(stripe.url);
  return new Stripe(accountKey, { protocol: 'http', host, port });
}
