import { advanceInvoice } from '../billing/advance-invoice.ts';
import { advancePayout } from '../billing/advance-payout.ts';
import { advanceSchedule } from '../billing/advance-schedule.ts';
import { announceUpcoming } from '../billing/announce-upcoming.ts';
import { expireAuthorization } from '../billing/capture-payment.ts';
import { settleBankPayment } from '../billing/confirm-payment.ts';
import { settleRefund } from '../billing/refund-charge.ts';
import { endOrRenew } from '../billing/renew-subscription.ts';
import { settleCharge } from '../billing/settle-charge.ts';
import { decideDispute } from '../billing/submit-evidence.ts';
import { expireSession } from '../checkout/expire-session.ts';
import { settleSession } from '../checkout/settle-session.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { forgetOldKeys } from '../http/idempotency.ts';
import type { Change } from '../state/change.ts';
import type { TestClock } from '../state/customer-entities.ts';
import { forgetOldEvents } from '../webhooks/retention.ts';
import { testClockWire } from '../wire/test-clock-wire.ts';
import { deleteClock } from './delete-clock.ts';
import { findDue, SETTLEMENTS } from './due-of.ts';
import { type Due, DueQueue } from './due-queue.ts';

/** Runs what is due at a given time: expirations, renewals, retries and cancellations. */
export class Clockwork {
  readonly #context: Context;
  readonly #queues = new Map<string | null, DueQueue>();

  constructor(context: Context) {
    this.#context = context;
    context.store.onCommit((changes) => this.#note(changes));
  }

  /** Rebuilds the queues after a state was loaded or a switch was set. */
  start(): void {
    this.#queues.clear();
    const { charges, disputes, payouts, refunds, sessions, subscriptions, schedules, invoices, testClocks } =
      this.#context.store;
    const timed = [
      charges,
      disputes,
      payouts,
      refunds,
      sessions,
      subscriptions,
      schedules,
      invoices,
      testClocks,
    ];
    for (const collection of timed) {
      for (const value of collection.values()) this.#add({ collection: collection.name, value });
    }
    this.advanceTestClocks();
  }

  /** Runs everything due on the account's clock. */
  catchUp(): void {
    const now = this.#context.time.now();
    this.#runTo(SETTLEMENTS, now);
    this.#runTo(null, now);
  }

  /** Settles all captures and refunds without waiting for their time. */
  settleCharges(): void {
    this.#runTo(SETTLEMENTS, Number.POSITIVE_INFINITY);
  }

  /** Runs everything due until `target`, at its own time. */
  runTo(target: number): void {
    this.settleCharges();
    this.#runTo(null, target);
  }

  /** Advances the account's clock to `target`, running due work on the way. */
  advanceTo(target: number): void {
    const { store, time } = this.#context;
    this.runTo(target);
    store.transact(() => store.clock.put({ id: 'clock', offset: time.offset + target - time.now() }));
    store.transact(() => {
      forgetOldKeys(this.#context);
      forgetOldEvents(this.#context);
    });
  }

  /** Moves advancing test clocks to their targets. */
  advanceTestClocks(): void {
    const { store } = this.#context;
    for (const { id, advancingTo } of [...store.testClocks.values()]) {
      if (advancingTo === null) continue;
      this.#runTo(id, advancingTo);
      store.transact(() => this.#arrive(id, advancingTo));
    }
  }

  #arrive(id: string, frozenTime: number): void {
    const clock = this.#context.store.testClocks.get(id);
    if (clock === undefined) return;
    const ready = this.#context.store.testClocks.put({ ...clock, frozenTime, advancingTo: null });
    emit(this.#context, 'test_helpers.test_clock.ready', testClockWire(ready));
  }

  #runTo(clock: string | null, target: number): void {
    const queue = this.#queues.get(clock);
    while (queue?.first !== undefined && queue.first.at <= target) {
      const due = queue.take();
      if (due !== undefined) this.#runAt(clock, due);
    }
  }

  #runAt(clock: string | null, due: Due): void {
    const { store, time } = this.#context;
    if (clock === null) {
      time.frozenAt(due.at, () => store.transact(() => this.#run(due)));
      return;
    }
    this.#setTestClock(clock, due.at);
    store.transact(() => this.#run(due));
  }

  #setTestClock(id: string, frozenTime: number): void {
    const { store } = this.#context;
    const clock = store.testClocks.get(id);
    if (clock !== undefined && clock.frozenTime < frozenTime) {
      store.transact(() => store.testClocks.put({ ...clock, frozenTime }));
    }
  }

  #run({ kind, id, at }: Due): void {
    const { store } = this.#context;
    if (kind === 'charge') {
      const charge = store.charges.get(id);
      if (charge?.pending === true) settleBankPayment(this.#context, charge.paymentIntent);
      else if (charge?.amountCaptured === null) expireAuthorization(this.#context, charge, at);
      else if (charge !== undefined) settleCharge(this.#context, charge);
    } else if (kind === 'dispute') {
      const dispute = store.disputes.get(id);
      if (dispute !== undefined) decideDispute(this.#context, dispute);
    } else if (kind === 'refund') {
      const refund = store.refunds.get(id);
      if (refund !== undefined) settleRefund(this.#context, refund);
    } else if (kind === 'session') {
      const session = store.sessions.get(id);
      const settlesAt = session?.paymentSettlesAt ?? null;
      if (session !== undefined && settlesAt !== null && settlesAt <= at) {
        settleSession(this.#context, session, at);
      }
      if (session?.status === 'open' && session.expiresAt <= at) expireSession(this.#context, session);
    } else if (kind === 'subscription') {
      // The next period belongs to the next phase if both start together.
      this.#advanceSchedule(store.subscriptions.get(id)?.schedule, at);
      const subscription = store.subscriptions.get(id);
      if (subscription !== undefined) endOrRenew(this.#context, subscription, at);
      const kept = store.subscriptions.get(id);
      if (kept !== undefined) announceUpcoming(this.#context, kept, at);
    } else if (kind === 'schedule') {
      this.#advanceSchedule(id, at);
    } else if (kind === 'payout') {
      const payout = store.payouts.get(id);
      if (payout !== undefined) advancePayout(this.#context, payout, at);
    } else if (kind === 'test_clock') {
      const clock = store.testClocks.get(id);
      if (clock !== undefined) deleteClock(this.#context, clock);
    } else {
      const invoice = store.invoices.get(id);
      if (invoice !== undefined) advanceInvoice(this.#context, invoice, at);
    }
  }

  #advanceSchedule(id: string | null | undefined, at: number): void {
    const schedule = this.#context.store.schedules.get(id ?? '');
    if (schedule !== undefined) advanceSchedule(this.#context, schedule, at);
  }

  #note(changes: readonly Change[]): void {
    for (const change of changes) this.#add(change);
    // As at Stripe, the clock advances after the API call has been answered.
    if (changes.some(isAdvancing)) setImmediate(() => this.advanceTestClocks());
  }

  #add(change: Pick<Change, 'collection' | 'value'>): void {
    const due = findDue(change, this.#context.settings.switches);
    if (due === null) return;
    const queue = this.#queues.get(due.clock) ?? new DueQueue();
    this.#queues.set(due.clock, queue);
    queue.add({ at: due.at, kind: due.kind, id: due.id });
  }
}

function isAdvancing({ collection, value }: Change): boolean {
  return collection === 'testClocks' && (value as TestClock | undefined)?.advancingTo != null;
}
