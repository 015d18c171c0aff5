import { money, type StateSnapshot } from '@outharbor/stripe-emulator/control-client';
import type { BookingRow, EventRow, MailRow, PaymentRow, WebhookRow } from '../rows.ts';
import type { Mail } from '../targets/identity-target.ts';
import { newestFirst } from './newest-first.ts';
import type { People } from './people.ts';
import type { Booking, SchedulingDelivery, StripeSource } from './sources.ts';

export type PaymentObject =
  | StateSnapshot['checkoutSessions'][number]
  | StateSnapshot['subscriptions'][number]
  | StateSnapshot['invoices'][number]
  | StateSnapshot['charges'][number]
  | StateSnapshot['refunds'][number]
  | StateSnapshot['disputes'][number];

/** Every payment object with its row, newest first. */
export function paymentRows(
  state: StateSnapshot,
  people: People,
): readonly { readonly row: PaymentRow; readonly object: PaymentObject }[] {
  const emails = new Map(state.customers.map((each) => [each.id, 'email' in each ? each.email : null]));
  const customersByCharge = new Map(state.charges.map((charge) => [charge.id, idOf(charge.customer)]));
  const base = (object: PaymentObject, customer: string | null, email: string | null) => ({
    id: object.id,
    person: people.ofCustomer(customer) ?? people.ofEmail(email),
    email: email ?? emails.get(customer ?? '') ?? null,
    at: instant(object.created),
    url: null,
  });
  const rows = [
    ...state.checkoutSessions.map((object) => {
      const row: PaymentRow = {
        ...base(object, idOf(object.customer), object.customer_details?.email ?? null),
        kind: 'session',
        state: object.status ?? '',
        amount: amountText(object.amount_total, object.currency),
        url: object.url,
      };
      return { row, object };
    }),
    ...state.subscriptions.map((object) => {
      const [item] = object.items.data;
      const row: PaymentRow = {
        ...base(object, idOf(object.customer), null),
        kind: 'subscription',
        state: object.status,
        amount: amountText(item?.price.unit_amount ?? null, object.currency),
      };
      return { row, object };
    }),
    ...state.invoices.map((object) => {
      const row: PaymentRow = {
        ...base(object, idOf(object.customer), object.customer_email),
        kind: 'invoice',
        state: object.status ?? '',
        amount: amountText(object.total, object.currency),
      };
      return { row, object };
    }),
    ...state.charges.map((object) => {
      const state = object.disputed ? 'disputed' : object.refunded ? 'refunded' : object.status;
      const amount = amountText(object.amount, object.currency);
      const row: PaymentRow = { ...base(object, idOf(object.customer), null), kind: 'charge', state, amount };
      return { row, object };
    }),
    ...[...state.refunds, ...state.disputes].map((object) => {
      const customer = customersByCharge.get(idOf(object.charge) ?? '') ?? null;
      const row: PaymentRow = {
        ...base(object, customer, null),
        kind: object.object,
        state: object.status ?? '',
        amount: amountText(object.amount, object.currency),
      };
      return { row, object };
    }),
  ];
  return rows.sort((one, other) => newestFirst(one.row.at, other.row.at));
}

export function eventRows({ events }: StripeSource, people: People): EventRow[] {
  return events
    .map(({ id, type, object, customer, created }) => {
      return { id, type, object, person: people.ofCustomer(customer), at: instant(created) };
    })
    .reverse();
}

export function stripeWebhookRows({ deliveries }: StripeSource, people: People): WebhookRow[] {
  return deliveries.map(
    ({ id, type, event, url, status, held, attempts, lastStatus, customer, created }) => ({
      id,
      service: 'stripe',
      event: type,
      eventId: event,
      url: url ?? '',
      state: held && status === 'pending' ? 'held' : status,
      attempts,
      lastStatus,
      person: people.ofCustomer(customer),
      at: instant(created),
    }),
  );
}

export function schedulingWebhookRows(
  deliveries: readonly SchedulingDelivery[],
  people: People,
): WebhookRow[] {
  return deliveries.map(({ id, event, url, state, attempts, createdAt, body }) => ({
    id,
    service: 'scheduling',
    event,
    eventId: null,
    url,
    state,
    attempts: attempts.length,
    lastStatus: attempts.at(-1)?.status ?? null,
    person: people.ofEmail(inviteeIn(body)),
    at: createdAt,
  }));
}

export function bookingRows(bookings: readonly Booking[], people: People): BookingRow[] {
  return bookings.toReversed().map(({ inviteeId, name, email, start, status, rescheduled, createdAt }) => ({
    id: inviteeId,
    name,
    email,
    start,
    state: rescheduled ? 'moved' : status,
    person: people.ofEmail(email) ?? email,
    at: createdAt,
  }));
}

export function mailRows(mails: readonly Mail[], people: People): MailRow[] {
  return mails.map(({ id, to, kind, link, sentAt }) => {
    return { id, to, kind, link, person: people.ofEmail(to), at: sentAt };
  });
}

function inviteeIn(body: string): string | null {
  const { payload } = JSON.parse(body) as { readonly payload?: { readonly email?: string } };
  return payload?.email ?? null;
}

/** Of an object or its id. */
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function amountText(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : money(amount, currency);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
