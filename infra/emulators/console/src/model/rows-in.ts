import type { EmulatorState } from '@outharbor/scheduling-emulator/control-client';
import {
  type DeliverySummary,
  type EventSummary,
  money,
  type PaymentSummary,
  type SubscriptionSummary,
} from '@outharbor/stripe-emulator/control-client';
import type { Mail } from '../targets/identity-target.ts';
import { keep, keepOwned } from './kept.ts';

/* The rows of each area, made of what the services hold. Instants are ISO strings. */

export type Booking = EmulatorState['bookings'][number];
type SchedulingDelivery = EmulatorState['deliveries'][number];

interface Paid extends Omit<PaymentSummary, 'kind'> {
  readonly kind: PaymentSummary['kind'] | 'subscription';
}

export function paymentRow(summary: Paid) {
  const { id, created, kind, customer, email, status, amount, currency, url, refundable } = summary;
  const row = {
    id,
    kind,
    state: status ?? '',
    amount: amount === null || currency === null ? '' : money(amount, currency),
    at: instant(created),
    url,
    refundable,
  };
  return keepOwned(row, { customer, email });
}

const subscriptionRows = new WeakMap<SubscriptionSummary, ReturnType<typeof paymentRow>>();

/** Built when payments are viewed; people need only the summary. */
export function subscriptionRow(summary: SubscriptionSummary) {
  const known = subscriptionRows.get(summary);
  if (known !== undefined) return known;
  const row = paymentRow({ ...summary, kind: 'subscription', email: null, url: null, refundable: null });
  subscriptionRows.set(summary, row);
  return row;
}

export function eventRow({ id, type, object, customer, created }: EventSummary) {
  return keepOwned({ id, type, object, at: instant(created) }, { customer });
}

export function stripeWebhookRow(summary: DeliverySummary) {
  const { id, type, url, status, held, attempts, lastStatus, nextAttemptAt, requestIds } = summary;
  const isRefused = attempts > 0 && (lastStatus === null || lastStatus >= 300);
  const pending = held ? 'held' : isRefused ? 'failing' : status;
  const row = {
    id,
    service: 'stripe',
    event: type,
    eventId: summary.event,
    url: url ?? '',
    state: status === 'pending' ? pending : status,
    attempts,
    lastStatus,
    /** The beginning of the last answer, or why there was none. */
    answer: summary.lastAnswer,
    /** By the machine's clock; null when no attempt is planned. */
    nextAt: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
    /** What the answers named the attempts. */
    requestIds,
    at: instant(summary.created),
  } as const;
  return keepOwned(row, summary);
}

export function schedulingWebhookRow(delivery: SchedulingDelivery) {
  const { id, event, url, state, attempts, createdAt, body } = delivery;
  const last = attempts.at(-1);
  const isRefused = last !== undefined && (last.status === null || last.status >= 300);
  const row = {
    id,
    service: 'scheduling',
    event,
    eventId: null,
    url,
    state: state === 'pending' && isRefused ? 'failing' : state,
    attempts: attempts.length,
    lastStatus: last?.status ?? null,
    answer: last?.answer.slice(0, 200) ?? null,
    nextAt: null,
    requestIds: attempts.flatMap(({ headers }) => headers?.['x-request-id'] ?? []),
    at: createdAt,
  } as const;
  const { payload } = JSON.parse(body) as { readonly payload?: { readonly email?: string } };
  return keepOwned(row, { email: payload?.email ?? null });
}

export function bookingRow({ inviteeId: id, name, email, start, status, rescheduled, createdAt }: Booking) {
  const state = rescheduled ? 'moved' : status;
  return keep({ id, name, email, start, state, person: email, at: createdAt }, { email });
}

export function mailRow({ id, to, kind, link, sentAt: at }: Mail) {
  return keepOwned({ id, to, kind, link, at }, { email: to });
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
