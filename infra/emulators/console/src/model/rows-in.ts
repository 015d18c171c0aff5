import type { EmulatorState } from '@outharbor/scheduling-emulator/control-client';
import {
  type DeliverySummary,
  type EventSummary,
  money,
  type PaymentSummary,
  type SubscriptionSummary,
} from '@outharbor/stripe-emulator/control-client';
import type { BookingRow, EventRow, MailRow, PaymentRow, WebhookRow } from '../rows.ts';
import type { Mail } from '../targets/identity-target.ts';
import { type Kept, keep } from './kept.ts';

export type Booking = EmulatorState['bookings'][number];
type SchedulingDelivery = EmulatorState['deliveries'][number];

export function paymentRow(
  summary: Omit<PaymentSummary, 'kind'> & Pick<PaymentRow, 'kind'>,
): Kept<PaymentRow> {
  const { id, created, kind, customer, email, status, amount, currency, url, refundable } = summary;
  const row: PaymentRow = {
    id,
    kind,
    state: status ?? '',
    amount: amountText(amount, currency),
    email,
    person: null,
    at: instant(created),
    url,
    refundable,
  };
  return keep(row, { customer, email });
}

const subscriptionRows = new WeakMap<SubscriptionSummary, Kept<PaymentRow>>();

/** Built when payments are viewed; people need only the summary. */
export function subscriptionRow(summary: SubscriptionSummary): Kept<PaymentRow> {
  const known = subscriptionRows.get(summary);
  if (known !== undefined) return known;
  const row = paymentRow({ ...summary, kind: 'subscription', email: null, url: null, refundable: null });
  subscriptionRows.set(summary, row);
  return row;
}

export function eventRow({ id, type, object, customer, created }: EventSummary): Kept<EventRow> {
  return keep({ id, type, object, person: null, email: null, at: instant(created) }, { customer });
}

export function stripeWebhookRow(summary: DeliverySummary): Kept<WebhookRow> {
  const { id, type, event, url, status, held, attempts, lastStatus, customer, created } = summary;
  const { nextAttemptAt, lastAnswer: answer, requestIds } = summary;
  const isRefused = attempts > 0 && (lastStatus === null || lastStatus >= 300);
  const pending = held ? 'held' : isRefused ? 'failing' : status;
  const row: WebhookRow = {
    id,
    service: 'stripe',
    event: type,
    eventId: event,
    url: url ?? '',
    state: status === 'pending' ? pending : status,
    attempts,
    lastStatus,
    answer,
    nextAt: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
    requestIds,
    person: null,
    email: null,
    at: instant(created),
  };
  return keep(row, { customer });
}

export function schedulingWebhookRow({
  id,
  event,
  url,
  state,
  attempts,
  createdAt,
  body,
}: SchedulingDelivery): Kept<WebhookRow> {
  const last = attempts.at(-1);
  const isRefused = last !== undefined && (last.status === null || last.status >= 300);
  const row: WebhookRow = {
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
    person: null,
    email: null,
    at: createdAt,
  };
  return keep(row, { email: inviteeIn(body) });
}

export function bookingRow(booking: Booking): Kept<BookingRow> {
  const { inviteeId, name, email, start, status, rescheduled, createdAt } = booking;
  const state = rescheduled ? 'moved' : status;
  return keep({ id: inviteeId, name, email, start, state, person: email, at: createdAt }, { email });
}

export function mailRow({ id, to, kind, link, sentAt: at }: Mail): Kept<MailRow> {
  return keep({ id, to, kind, link, person: null, at }, { email: to });
}

function inviteeIn(body: string): string | null {
  const { payload } = JSON.parse(body) as { readonly payload?: { readonly email?: string } };
  return payload?.email ?? null;
}

function amountText(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : money(amount, currency);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
