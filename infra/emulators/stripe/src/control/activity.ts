import type { Account } from '../account.ts';
import type { Context } from '../context.ts';
import { noSuch } from '../errors/api-error.ts';
import type { Delivery, StoredEvent } from '../state/webhook-entities.ts';
import { eventWire } from '../wire/event-wire.ts';
import type { Control, DeliverySummary, EventSubject, EventSummary } from './control-types.ts';

type ActivityOperations = Pick<Control, 'activity' | 'event'>;

export function activityOperations(account: Account): ActivityOperations {
  return {
    activity: async () => ({
      events: account.modes.flatMap(({ context }) => [...context.store.events.values()].map(eventSummary)),
      deliveries: account.modes.flatMap(({ context }) =>
        [...context.store.deliveries.values()].map((each) => deliverySummary(context, each)),
      ),
    }),
    event: async (id) => {
      const { context } = account.modeWith(({ store }) => store.events.get(id) !== undefined);
      const event = context.store.events.get(id);
      if (event === undefined) throw noSuch('event', id);
      return eventWire(context, event);
    },
  };
}

/** Events never change, and their texts are compressed: each is read once. */
const subjects = new WeakMap<StoredEvent, EventSubject>();

function subjectIn(event: StoredEvent): EventSubject {
  const known = subjects.get(event);
  if (known !== undefined) return known;
  const { object } = JSON.parse(event.payload).data as { object: Readonly<Record<string, unknown>> };
  const id = typeof object.id === 'string' ? object.id : null;
  const customer = typeof object.customer === 'string' ? object.customer : null;
  const subject = { object: id, customer: object.object === 'customer' ? id : customer };
  subjects.set(event, subject);
  return subject;
}

function eventSummary(event: StoredEvent): EventSummary {
  const { id, created, type } = event;
  return { id, created, type, ...subjectIn(event) };
}

function deliverySummary({ store }: Context, delivery: Delivery): DeliverySummary {
  const event = store.events.get(delivery.event);
  const { id, status, held, attempts } = delivery;
  return {
    id,
    event: delivery.event,
    type: event?.type ?? '',
    created: event?.created ?? 0,
    ...(event ? subjectIn(event) : { object: null, customer: null }),
    url: store.webhookEndpoints.get(delivery.endpoint)?.url ?? null,
    status,
    held,
    nextAttemptAt: status === 'pending' && !held ? delivery.nextAttemptAt : null,
    attempts: attempts.length,
    lastStatus: attempts.at(-1)?.status ?? null,
  };
}
