import { jsonText } from '../../description/json-text.ts';
import type { Delivery, StoredEvent } from './webhook-entities.ts';

/** The bytes to send: indented as at Stripe, in the delivery's API version. */
export function deliveryBody(
  event: Pick<StoredEvent, 'payload'>,
  delivery: Pick<Delivery, 'payload'>,
): string {
  return jsonText(JSON.parse(delivery.payload ?? event.payload));
}
