import type { Delivery, StoredEvent } from '../state/webhook-entities.ts';

/** The bytes that are sent: indented as at Stripe, in the API version of the delivery. */
export function bodyOf(event: Pick<StoredEvent, 'payload'>, delivery: Pick<Delivery, 'payload'>): string {
  return JSON.stringify(JSON.parse(delivery.payload ?? event.payload), null, 2);
}
