import type { Context } from '../context.ts';
import { receivers } from './receivers.ts';
import { deliveryId } from './webhook-entities.ts';

const RETENTION_SECONDS = 30 * 86_400;
/** Stripe has no such limit. It bounds the memory of an account that is used by scripts. */
const MAX_EVENTS = 50_000;

/**
 * Deletes events that are older than 30 days or more than the newest 50,000, with their deliveries. Events are stored
 * in order of creation.
 */
export function forgetOldEvents({ store, time }: Context): void {
  const limit = time.now() - RETENTION_SECONDS;
  const endpoints = receivers(store);
  let excess = store.events.size - MAX_EVENTS;
  for (const event of store.events.values()) {
    if (event.created >= limit && excess <= 0) return;
    excess -= 1;
    const deliveries = endpoints.map((endpoint) => deliveryId(event.id, endpoint.id));
    // A pending event must still reach its receiver.
    if (deliveries.some((id) => store.deliveries.get(id)?.status === 'pending')) continue;
    for (const id of deliveries) store.deliveries.delete(id);
    store.events.delete(event.id);
  }
}
