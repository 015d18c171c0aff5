import { jsonText } from '../../description/json.ts';
import type { Store } from '../store/store.ts';
import type { Delivery, StoredEvent, WebhookEndpoint } from './webhook-entities.ts';

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
