import type Stripe from 'stripe';
import type { WebhookEvent } from '../payment-gateway.ts';
import { toWebhookEvent } from './events.ts';

/** Returns events oldest first. Stripe lists them newest first and keeps them for 30 days. */
export async function listEvents(
  stripe: Stripe,
  types: readonly string[],
  since: number,
  deployment: string,
): Promise<WebhookEvent[]> {
  const found: WebhookEvent[] = [];
  for await (const event of stripe.events.list({ types: [...types], created: { gte: since }, limit: 100 })) {
    found.push(toWebhookEvent(event, deployment));
  }
  return found.toReversed();
}
