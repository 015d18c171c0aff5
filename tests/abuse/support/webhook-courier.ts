import { API_PATHS } from '@outharbor/contract/paths';
import type Stripe from 'stripe';
import { assertSafeError } from './safe-error.ts';
import { WEBHOOK_SECRET, type World } from './world.ts';

export type WebhookCourier = ReturnType<typeof createWebhookCourier>;

/** Takes Stripe's events, from a time in Unix seconds on, to the API in whatever order and as often as a test wants. */
export function createWebhookCourier({ sdk }: Pick<World, 'sdk'>, apiUrl: () => string, since = 0) {
  const delivered = new Set<string>();

  const deliver = async (event: Stripe.Event): Promise<number> => {
    const payload = JSON.stringify(event);
    const signature = sdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
    const response = await fetch(`${apiUrl()}${API_PATHS.stripeWebhook}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    });
    const text = await response.text();
    if (response.status >= 400) assertSafeError(response.status, text);
    else delivered.add(event.id);
    return response.status;
  };

  return {
    deliver,
    /** Oldest first; `fresh` leaves out what the API has acknowledged. */
    async events({ fresh }: { readonly fresh: boolean }): Promise<Stripe.Event[]> {
      const events = await sdk.events
        .list({ limit: 100, created: { gte: since } })
        .autoPagingToArray({ limit: 10_000 });
      return events.toReversed().filter(({ id }) => !fresh || !delivered.has(id));
    },
    /** Delivers what is left, in order, until everything is acknowledged. */
    async settle(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        const left = await this.events({ fresh: true });
        if (left.length === 0) return;
        for (const event of left) await deliver(event);
      }
      throw new Error('the API does not acknowledge every event');
    },
  };
}
