import { invoiceWire } from '../billing/invoices/invoice.ts';
import { subscriptionWire } from '../billing/subscriptions/subscription.ts';
import { scheduleWire } from '../billing/subscriptions/subscription-schedule.ts';
import { checkoutSessionWire } from '../checkout/checkout-session.ts';
import { customerWire } from '../customers/customer.ts';
import { creditNoteWire } from '../extensions/credit-notes/credit-note.ts';
import { payoutWire } from '../extensions/payouts/payout.ts';
import { chargeWire } from '../payments/charge.ts';
import { disputeWire } from '../payments/disputes/dispute.ts';
import { paymentIntentWire } from '../payments/payment-intent.ts';
import { setupIntentWire } from '../payments/setup-intent.ts';
import type { Context } from './context.ts';
import { changedAttributes, emit } from './events/emit.ts';
import type { Collection } from './store/collection.ts';
import type { Loose } from './store/kind-type.ts';
import type { Store } from './store/store.ts';

type Wire<T> = (context: Context, entity: T) => object;

/** Stores an entity of a kind, and emits what has happened to it. */
function putting<T extends { readonly id: string }>(among: (store: Store) => Collection<T>, wire: Wire<T>) {
  return (context: Context, event: string, entity: T): T => {
    const kept = among(context.store).put(entity);
    emit(context, event, wire(context, kept));
    return kept;
  };
}

export const putCharge = putting(({ charges }) => charges, chargeWire);
export const putCreditNote = putting(({ creditNotes }) => creditNotes, creditNoteWire);
export const putInvoice = putting(({ invoices }) => invoices, invoiceWire);
export const putPayment = putting(({ paymentIntents }) => paymentIntents, paymentIntentWire);
export const putSchedule = putting(({ schedules }) => schedules, scheduleWire);
export const putSession = putting(({ sessions }) => sessions, checkoutSessionWire);
export const putSetup = putting(({ setupIntents }) => setupIntents, setupIntentWire);
export const putSubscription = putting(({ subscriptions }) => subscriptions, subscriptionWire);

/** Stores a changed entity of a kind, and emits what has changed, if anything that is shown has. */
function changing<T extends { readonly id: string }>(
  event: string,
  among: (store: Store) => Collection<T>,
  wire: Wire<T>,
) {
  return (context: Context, before: T, after: Loose<T>): T => {
    const kept = among(context.store).put(after);
    const shown = wire(context, kept);
    emit(context, event, shown, changedAttributes(wire(context, before), shown));
    return kept;
  };
}

export const changeCharge = changing('charge.updated', ({ charges }) => charges, chargeWire);
export const changeCustomer = changing(
  'customer.updated',
  ({ customers }) => customers,
  (_, customer) => customerWire(customer),
);
export const changeDispute = changing('charge.dispute.updated', ({ disputes }) => disputes, disputeWire);
export const changeInvoice = changing('invoice.updated', ({ invoices }) => invoices, invoiceWire);
export const changePayout = changing(
  'payout.updated',
  ({ payouts }) => payouts,
  (_, payout) => payoutWire(payout),
);
export const changeSchedule = changing(
  'subscription_schedule.updated',
  ({ schedules }) => schedules,
  scheduleWire,
);
