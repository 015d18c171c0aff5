import type { Invoice, Subscription } from '../../billing/billing-entities.ts';
import { deleteClock } from '../../billing/delete-clock.ts';
import { advanceInvoice } from '../../billing/invoices/advance-invoice.ts';
import { advanceSchedule } from '../../billing/subscriptions/advance-schedule.ts';
import { announceUpcoming } from '../../billing/subscriptions/announce-upcoming.ts';
import { endOrRenew } from '../../billing/subscriptions/renew-subscription.ts';
import { scheduleDueAt } from '../../billing/subscriptions/schedule-entities.ts';
import {
  hasEnded,
  incompleteUntil,
  trialEndAnnouncement,
  upcomingAnnouncement,
} from '../../billing/subscriptions/subscription-status.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { expireSession } from '../../checkout/expire-session.ts';
import { settleSession } from '../../checkout/settle-session.ts';
import { clockDeletion } from '../../customers/customer-entities.ts';
import { advancePayout, payoutDueAt } from '../../extensions/payouts/advance-payout.ts';
import { expireAuthorization } from '../../payments/capture-payment.ts';
import { settleBankPayment } from '../../payments/confirm-payment.ts';
import { decideDispute } from '../../payments/disputes/submit-evidence.ts';
import type { Charge } from '../../payments/payment-entities.ts';
import { settleRefund } from '../../payments/refund-charge.ts';
import { settleCharge } from '../../payments/settle-charge.ts';
import type { Context } from '../context.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The queue of captures and refunds to settle, which no test clock delays. */
export const SETTLEMENTS = 'settlements';

/** When an entity is next due, if ever, and on which clock. */
type Due = readonly [at: number | null | undefined, clock: string | null];

interface Timed {
  readonly entities: (store: Store) => Iterable<{ readonly id: string }>;
  /** Null if never, or if there is no such entity. */
  readonly findDue: (
    context: Context,
    id: string,
  ) => { readonly at: number; readonly clock: string | null } | null;
  readonly run: (context: Context, id: string, at: number) => void;
}

function timed<T extends { readonly id: string }>(
  among: (store: Store) => Collection<T>,
  readDue: (entity: T, context: Context) => Due,
  run: (context: Context, entity: T, at: number) => unknown,
): Timed {
  return {
    entities: (store) => among(store).values(),
    findDue: (context, id) => {
      const entity = among(context.store).get(id);
      if (entity === undefined) return null;
      const [at, clock] = readDue(entity, context);
      return at == null || at === NEVER ? null : { at, clock };
    },
    run: (context, id, at) => {
      const entity = among(context.store).get(id);
      if (entity !== undefined) run(context, entity, at);
    },
  };
}

/** What time does to the entities of a collection, by its name. */
export const TIMED: Readonly<Record<string, Timed>> = {
  charges: timed(({ charges }) => charges, dueOfCharge, runCharge),
  disputes: timed(
    ({ disputes }) => disputes,
    ({ decidesAt }) => [decidesAt, SETTLEMENTS],
    decideDispute,
  ),
  payouts: timed(
    ({ payouts }) => payouts,
    (payout) => [payoutDueAt(payout), null],
    advancePayout,
  ),
  refunds: timed(
    ({ refunds }) => refunds,
    ({ settlesAt }) => [settlesAt, SETTLEMENTS],
    settleRefund,
  ),
  sessions: timed(({ sessions }) => sessions, dueOfSession, runSession),
  subscriptions: timed(({ subscriptions }) => subscriptions, dueOfSubscription, runSubscription),
  schedules: timed(
    ({ schedules }) => schedules,
    (schedule) => [scheduleDueAt(schedule), schedule.test_clock],
    advanceSchedule,
  ),
  invoices: timed(({ invoices }) => invoices, dueOfInvoice, advanceInvoice),
  testClocks: timed(
    ({ testClocks }) => testClocks,
    (clock) => [clockDeletion(clock), null],
    deleteClock,
  ),
};

function dueOfCharge({ amount_captured, amount_refunded, capture_before, settlesAt }: Charge): Due {
  if (settlesAt !== undefined) return [settlesAt, SETTLEMENTS];
  const isHeld = amount_captured === null && amount_refunded === 0;
  return [isHeld ? capture_before : null, null];
}

function runCharge(context: Context, charge: Charge, at: number): void {
  if (charge.pending === true) settleBankPayment(context, charge.payment_intent);
  else if (charge.amount_captured === null) expireAuthorization(context, charge, at);
  else settleCharge(context, charge);
}

function dueOfSession({ status, expires_at, paymentSettlesAt, test_clock }: CheckoutSession): Due {
  return [paymentSettlesAt ?? (status === 'open' ? expires_at : null), test_clock];
}

function runSession(context: Context, session: CheckoutSession, at: number): void {
  const { expires_at, paymentSettlesAt, status } = session;
  if (paymentSettlesAt !== null && paymentSettlesAt <= at) settleSession(context, session, at);
  if (status === 'open' && expires_at <= at) expireSession(context, session);
}

function dueOfSubscription(subscription: Subscription, { settings }: Context): Due {
  const { cancel_at, items, status, test_clock, pause_collection, pending_update } = subscription;
  if (hasEnded(subscription)) return [null, test_clock];
  if (status === 'incomplete') return [incompleteUntil(subscription), test_clock];
  const ends = [cancel_at ?? NEVER, pending_update?.expires_at ?? NEVER];
  if (status === 'paused') return [Math.min(...ends), test_clock];
  const at = Math.min(
    ...ends,
    pause_collection?.resumes_at ?? NEVER,
    trialEndAnnouncement(subscription) ?? NEVER,
    upcomingAnnouncement(subscription, settings.switches.upcomingDays) ?? NEVER,
    ...items.map((item) => item.current_period_end),
  );
  return [at, test_clock];
}

function runSubscription(context: Context, { id, schedule }: Subscription, at: number): void {
  const { schedules, subscriptions } = context.store;
  // The next period belongs to the next phase if both start together.
  const scheduled = schedules.get(schedule ?? '');
  if (scheduled !== undefined) advanceSchedule(context, scheduled, at);
  const subscription = subscriptions.get(id);
  if (subscription !== undefined) endOrRenew(context, subscription, at);
  const kept = subscriptions.get(id);
  if (kept !== undefined) announceUpcoming(context, kept, at);
}

function dueOfInvoice({
  status,
  next_payment_attempt,
  automatically_finalizes_at,
  test_clock,
  due_date,
}: Invoice): Due {
  if (status === 'draft') return [automatically_finalizes_at, test_clock];
  return [status === 'open' ? (due_date ?? next_payment_attempt) : null, test_clock];
}
