import { invalidRequest } from '../../description/api-error.ts';
import type { Context } from '../context.ts';
import { type Endpoint, get, retrieval } from '../endpoint.ts';
import { finder } from '../objects.ts';
import { list as listOf, object } from '../params/composite.ts';
import { flag, optional, type ReadValue, text } from '../params/reader.ts';
import { inRange, listFields, readPage, timeRange } from '../read-page.ts';
import { receivers } from './receivers.ts';
import { deliveryId, type StoredEvent } from './webhook-entities.ts';

const listParams = object({
  ...listFields,
  created: timeRange,
  delivery_success: optional(flag),
  type: optional(text()),
  types: optional(listOf(text(), 20)),
});

export const eventEndpoints: readonly Endpoint[] = [
  get('/v1/events', listParams, list),
  retrieval('/v1/events/:id', (context, id) => eventWire(context, requireEvent(context, id))),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { created, delivery_success, type, types } = params;
  if (type !== undefined && types !== undefined) {
    throw invalidRequest('You may pass either type or types, but not both.', { param: 'types' });
  }
  const matches = context.store.events.newestFirst(
    (event) =>
      (type === undefined || matchesType(event.type, type)) &&
      (types === undefined || types.some((requested) => matchesType(event.type, requested))) &&
      (delivery_success === undefined || isDelivered(context, event) === delivery_success) &&
      inRange(event.created, created),
  );
  return readPage(context, { matches, url: '/v1/events', kind: 'event' }, params, (event) =>
    eventWire(context, event),
  );
}

/** Supports patterns such as `invoice.*`. */
function matchesType(type: string, requested: string): boolean {
  return requested.endsWith('*') ? type.startsWith(requested.slice(0, -1)) : type === requested;
}

function isDelivered({ store }: Context, event: StoredEvent): boolean {
  return receivers(store).every((endpoint) => {
    const delivery = store.deliveries.get(deliveryId(event.id, endpoint.id));
    return delivery === undefined || delivery.status === 'delivered';
  });
}

/** The stored event with its current number of pending deliveries. */
export function eventWire({ store }: Context, event: StoredEvent): Record<string, unknown> {
  const body: Record<string, unknown> = JSON.parse(event.payload);
  const pending = receivers(store).filter(
    (endpoint) => store.deliveries.get(deliveryId(event.id, endpoint.id))?.status === 'pending',
  );
  return { ...body, pending_webhooks: pending.length };
}

export const requireEvent = finder('event', 'events');
