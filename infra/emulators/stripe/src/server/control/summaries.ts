import type { ChangeFeed, Changes } from '@outharbor/emulator-kit/change-feed';
import { checkoutPageUrl } from '../../checkout/checkout-session.ts';
import type { Context } from '../../kinds/context.ts';
import { findReceiver } from '../../kinds/events/receivers.ts';
import type { Delivery } from '../../kinds/events/webhook-entities.ts';
import { chargeStatus } from '../../payments/charge.ts';
import type { Account } from '../emulated-accounts.ts';
import type { DeliverySummary, PaymentSummary, Summaries } from './control-types.ts';

/** Makes the summaries of one kind of entities that changed. */
type Reading<Summary> = (context: Context, changed: Changed) => Summary[];
type Changed = <Entity extends object>(entities: Iterable<Entity>) => readonly Entity[];

/** Only what changed since the cursor, over both modes. */
export function changesIn<Kind extends keyof Summaries>(
  { modes }: Pick<Account, 'modes'>,
  feed: ChangeFeed,
  kind: Kind,
  since: string,
): Changes<Summaries[Kind]> {
  let cursor = since;
  let count = 0;
  const changed: Changed = (entities) => {
    const found = feed.since(since, entities);
    cursor = found.cursor;
    count += found.count;
    return found.changed;
  };
  const reading: Reading<Summaries[Kind]> = READINGS[kind];
  const rows = modes.flatMap(({ context }) => reading(context, changed));
  return { cursor, count, rows };
}

const READINGS: { readonly [Kind in keyof Summaries]: Reading<Summaries[Kind]> } = {
  customers: ({ store }, changed) => {
    const customers = changed(store.customers.values());
    return customers.map(({ id, created, email, hidden, name, metadata }) => {
      return { id, created, email: hidden.deleted ? null : email, name, metadata };
    });
  },
  subscriptions: ({ store }, changed) =>
    changed(store.subscriptions.values()).map((found) => {
      const { id, created, customer, status, currency } = found;
      const [item] = found.items;
      const price = store.prices.get(item?.price ?? '');
      return {
        id,
        created,
        customer,
        status,
        currency,
        amount: price?.unit_amount ?? null,
        plan: price?.lookup_key ?? price?.id ?? null,
        periodEnd: item?.current_period_end ?? null,
        cancelAtPeriodEnd: found.cancel_at_period_end,
      };
    }),
  payments: (context, changed) => [
    ...changed(context.store.sessions.values()).map((session): PaymentSummary => {
      const { amount_total, customer_details: details, customer_email, status, mode } = session;
      return {
        ...base(session),
        kind: 'session',
        email: details?.email ?? customer_email,
        status,
        amount: mode === 'setup' ? null : amount_total,
        url: checkoutPageUrl(context, session),
      };
    }),
    ...changed(context.store.invoices.values()).map(({ total, status, ...invoice }): PaymentSummary => {
      return { ...base(invoice), kind: 'invoice', status, amount: total };
    }),
    ...changed(context.store.charges.values()).map((charge): PaymentSummary => {
      const { amount, amount_refunded, disputed } = charge;
      const status = chargeStatus(charge);
      const left = status === 'succeeded' && !disputed ? amount - amount_refunded : 0;
      const shown = disputed ? 'disputed' : amount_refunded === amount ? 'refunded' : status;
      return { ...base(charge), kind: 'charge', status: shown, amount, refundable: left || null };
    }),
    ...changed(context.store.refunds.values()).map(
      ({ amount, status = 'succeeded', ...refund }): PaymentSummary => {
        return { ...base(refund), kind: 'refund', status, amount };
      },
    ),
    ...changed(context.store.disputes.values()).map(
      ({ amount, status, charge, ...dispute }): PaymentSummary => {
        const customer = context.store.charges.get(charge)?.customer ?? null;
        return { ...base({ ...dispute, customer }), kind: 'dispute', status, amount };
      },
    ),
  ],
  events: ({ store }, changed) =>
    changed(store.events.values()).map(({ subject, payload: _, ...event }) => ({ ...event, ...subject })),
  deliveries: ({ store }, changed) =>
    changed(store.deliveries.values()).map((delivery) => deliverySummary(store, delivery)),
};

export const SUMMARIES = Object.keys(READINGS) as readonly (keyof Summaries)[];

type Base = Pick<PaymentSummary, 'created' | 'currency' | 'customer' | 'id'>;

function base({ id, created, customer, currency }: Base) {
  return { id, created, customer, currency, email: null, url: null, refundable: null };
}

const MAX_ANSWER = 200;

/** Without the contents of the event and of the answers. */
export function deliverySummary(store: Context['store'], delivery: Delivery): DeliverySummary {
  const event = store.events.get(delivery.event);
  const { id, status, held, attempts } = delivery;
  const last = attempts.at(-1);
  return {
    id,
    event: delivery.event,
    type: event?.type ?? '',
    created: event?.created ?? 0,
    ...(event?.subject ?? { object: null, customer: null }),
    url: findReceiver(store, delivery.endpoint)?.url ?? null,
    status,
    held,
    nextAttemptAt: status === 'pending' && !held ? delivery.nextAttemptAt : null,
    attempts: attempts.length,
    lastStatus: last?.status ?? null,
    lastAnswer: (last?.error ?? last?.responseBody)?.slice(0, MAX_ANSWER) ?? null,
    requestIds: attempts.flatMap(({ headers }) => headers['x-request-id'] ?? []),
  };
}
