import { API_PATHS } from '@outharbor/contract/paths';
import type Stripe from 'stripe';
import { assertSafeError } from './safe-error.ts';

export const WEBHOOK_SECRET = 'whsec_emulated';

export type WebhookCourier = ReturnType<typeof createWebhookCourier>;

/** Delivers Stripe's events to the API, in any order and any number of times. */
export function createWebhookCourier({ sdk }: { readonly sdk: Stripe }, apiUrl: () => string) {
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
    /** Lists events, oldest first; `fresh` omits acknowledged ones. */
    async events({ fresh }: { readonly fresh: boolean }): Promise<Stripe.Event[]> {
      const events = await sdk.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
      return events.toReversed().filter(({ id }) => !fresh || !delivered.has(id));
    },
    /** Delivers the remaining events in order until all are acknowledged. */
    async settle(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        const pending = await this.events({ fresh: true });
        if (pending.length === 0) return;
        for (const event of pending) await deliver(event);
      }
      throw new Error('the API does not acknowledge every event');
    },
  };
}
