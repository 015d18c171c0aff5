import { API_VERSION, type Context } from './context.ts';
import { newId } from './state/identifiers.ts';
import type { WebhookEndpoint } from './state/webhook-entities.ts';

/** One delivery per event and endpoint; redelivering adds attempts to it. */
export function deliveryId(event: string, endpoint: string): string {
  return `${event}.${endpoint}`;
}

function listensTo(endpoint: WebhookEndpoint, type: string): boolean {
  const { enabled, enabledEvents } = endpoint;
  return enabled && (enabledEvents.includes('*') || enabledEvents.includes(type));
}

/** Records an event about `object`, as it is now, and a delivery to every endpoint that listens to its type. */
export function emit(
  context: Context,
  type: string,
  object: object,
  previousAttributes?: Readonly<Record<string, unknown>>,
): void {
  const { store, time, cause, settings } = context;
  const endpoints = [...store.webhookEndpoints.values()].filter((endpoint) => listensTo(endpoint, type));
  const id = newId('evt');
  const created = time.now();
  const body = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: previousAttributes === undefined ? { object } : { object, previous_attributes: previousAttributes },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  };
  store.events.put({ id, created, type, payload: JSON.stringify(body, null, 2) });
  for (const endpoint of endpoints) {
    store.deliveries.put({
      id: deliveryId(id, endpoint.id),
      event: id,
      endpoint: endpoint.id,
      status: 'pending',
      held: settings.deliveryPlan.hold,
      nextAttemptAt: Date.now() + settings.deliveryPlan.delayMs,
      attempts: [],
    });
  }
}

/** What of `before` is different in `after`: the `previous_attributes` of an update event. */
export function changedAttributes(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key)),
  );
  return Object.fromEntries(changed);
}
