import type { Stage } from '@outharbor/rehearsal/stage';
import Stripe from 'stripe';

/** A Stripe client with the stage account's secret key, for actions taken in the dashboard. */
export function openDashboard({ stripe, accountKey }: Pick<Stage, 'stripe' | 'accountKey'>): Stripe {
  const { hostname: host, port } = new URL(stripe.url);
  return new Stripe(accountKey, { protocol: 'http', host, port });
}
