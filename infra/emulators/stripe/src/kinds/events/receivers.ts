import type { Context } from '../context.ts';
import type { Store } from '../store/store.ts';
import { jsonText } from '../versions/in-version.ts';
import { type Delivery, deliveryId, type StoredEvent, type WebhookEndpoint } from './webhook-entities.ts';

function registered({ listeners, webhookEndpoints }: Store): WebhookEndpoint[] {
  return [...webhookEndpoints.values(), ...listeners.values()];
}

/** The endpoints for an account's events: its own and, of a connected account, its platform's for Connect. */
export function receivers(store: Store): WebhookEndpoint[] {
  const own = registered(store).filter(({ connect = false }) => !connect);
  if (store.platform === null) return own;
  return [...own, ...registered(store.platform).filter(({ connect = false }) => connect)];
}

export function findReceiver(store: Store, id: string): WebhookEndpoint | undefined {
  const { listeners, platform, webhookEndpoints } = store;
  return (
    webhookEndpoints.get(id) ??
    listeners.get(id) ??
    (platform === null ? undefined : findReceiver(platform, id))
  );
}

/** The bytes to send: indented as at Stripe, in the delivery's API version. */
export function deliveryBody(
  event: Pick<StoredEvent, 'payload'>,
  delivery: Pick<Delivery, 'payload'>,
): string {
  return jsonText(JSON.parse(delivery.payload ?? event.payload));
}

const DAY_SECONDS = 86_400;
/** Stripe has no such limit. It bounds the memory of an account that is used by scripts. */
const MAX_EVENTS = 50_000;

/**
 * Deletes events that are older than the switch allows or more than the newest 50,000, with their deliveries. Events are stored
 * in order of creation.
 */
export function forgetOldEvents({ store, time, settings }: Context): void {
  const { eventDays } = settings.switches;
  const limit = eventDays === null ? 0 : time.now() - eventDays * DAY_SECONDS;
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
