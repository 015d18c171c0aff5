import { noSuch, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import type { Subscription } from '../billing-entities.ts';
import { addProrations, discountedPeriods, prorationTime } from '../changes/bill-change.ts';
import { aroundNow } from '../changes/item-periods.ts';
import { deferUpdate, discardUpdate } from '../changes/pending-update.ts';
import { prorate } from '../changes/prorate.ts';
import type { ProrationBehavior } from '../changes/subscription-change.ts';
import { announceUpdate, changeSubscription } from './announce-update.ts';
import { billSubscription } from './bill-subscription.ts';
import { periodLines } from './period-lines.ts';
import { subscriptionWire } from './subscription.ts';
import { hasEnded } from './subscription-status.ts';

interface Resumption {
  readonly billing_cycle_anchor: 'now' | 'unchanged';
  /** Applies to the rest of the current period if the anchor is unchanged. */
  readonly proration_behavior: ProrationBehavior;
  readonly prorationDate: number | undefined;
}

/** Resumes at once if nothing is due; otherwise the subscription stays paused until its invoice is paid. */
export function resumeSubscription(
  context: Context,
  given: Subscription,
  resumption: Resumption,
): Subscription {
  if (hasEnded(given)) throw noSuch('subscription', given.id);
  if (given.status !== 'paused') throw rejected('You can only resume a subscription if it is `paused`.');
  const now = context.time.now(given.test_clock);
  const paused = discardUpdate(context, given, now);
  const active = context.store.subscriptions.put(inNewPeriod(context, paused, resumption, now));
  const invoice = billResumption(context, active, resumption, now);
  if (invoice?.status === 'open') {
    const waiting = deferUpdate(context, paused, active, { invoice, now });
    announceUpdate(context, paused, waiting);
    return waiting;
  }
  const latest_invoice = invoice?.id ?? paused.latest_invoice;
  const resumed = changeSubscription(context, paused, { ...active, latest_invoice });
  emit(context, 'customer.subscription.resumed', subscriptionWire(context, resumed));
  return resumed;
}

function inNewPeriod(
  context: Context,
  paused: Subscription,
  { billing_cycle_anchor }: Resumption,
  now: number,
): Subscription {
  const anchor = billing_cycle_anchor === 'now' ? now : paused.billing_cycle_anchor;
  const items = aroundNow(context, paused.items, now, anchor);
  return { ...paused, status: 'active', billing_cycle_anchor: anchor, items };
}

/** The invoice of a whole new period, or with an unchanged anchor of the rest of the current one. */
function billResumption(context: Context, active: Subscription, resumption: Resumption, now: number) {
  const { billing_cycle_anchor, proration_behavior, prorationDate } = resumption;
  const bill = { billing_reason: 'subscription_cycle', now, collection: 'open' } as const;
  if (billing_cycle_anchor === 'now') {
    return billSubscription(context, active, { ...bill, lines: periodLines(context, active, now) }).invoice;
  }
  if (proration_behavior === 'none') return undefined;
  const time = prorationTime(active, prorationDate, now);
  addProrations(context, active, prorate([], discountedPeriods(context, active, now), time), now);
  if (proration_behavior === 'create_prorations') return undefined;
  return billSubscription(context, active, { ...bill, lines: [] }).invoice;
}
