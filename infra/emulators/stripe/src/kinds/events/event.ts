import type { Context } from '../context.ts';
import { finder } from '../lookup.ts';
import { receivers } from './receivers.ts';
import { deliveryId, type StoredEvent } from './webhook-entities.ts';

/** The stored event with its current number of pending deliveries. */
export function eventWire({ store }: Context, event: StoredEvent): Record<string, unknown> {
  const body: Record<string, unknown> = JSON.parse(event.payload);
  const pending = receivers(store).filter(
    (endpoint) => store.deliveries.get(deliveryId(event.id, endpoint.id))?.status === 'pending',
  );
  return { ...body, pending_webhooks: pending.length };
}

export const requireEvent = finder('event', 'events');
