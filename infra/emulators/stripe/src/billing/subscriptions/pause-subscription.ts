import { requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { noSuch, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { only } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { announceUpdate, changeSubscription } from '../announce.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { addProrations, discountedPeriods, prorationTime } from '../changes/bill-change.ts';
import { aroundNow } from '../changes/item-periods.ts';
import { deferUpdate, discardUpdate } from '../changes/pending-update.ts';
import { prorate } from '../changes/prorate.ts';
import { billSubscription } from './bill-subscription.ts';
import { periodLines } from './period-lines.ts';
import { subscriptionWire } from './subscription.ts';
import { anchorChange, billingFields } from './subscription-params.ts';

/** The description has no parameters of the call: https://docs.stripe.com/api/subscriptions/pause */
export const pauseParams = object({
  bill_for: optional(
    object({
      outstanding_usage_through: optional(object({ type: oneOf('now', 'none') })),
      unused_time_from: optional(object({ type: oneOf('now', 'none', 'item_current_period_start') })),
    }),
  ),
  invoicing_behavior: optional(only('pending_invoice_item', 'invoice')),
  type: optional(oneOf('subscription')),
});

/** Stops billing until the subscription is resumed; unused time is a pending credit, unless the request says otherwise. */
export function pauseSubscription(
  context: Context,
  given: Subscription,
  { bill_for }: ReadValue<typeof pauseParams>,
): Subscription {
  if (hasEnded(given)) throw noSuch('subscription', given.id);
  if (given.schedule != null) throw rejected('You cannot pause a subscription with an attached schedule.');
  if (given.status !== 'active')
    throw rejected(`You cannot pause a subscription that is \`${given.status}\`.`);
  const { outstanding_usage_through: usage, unused_time_from: unused } = bill_for ?? {};
  const hasUsage = given.items.some(({ price }) => isMetered(requirePrice(context.store, price)));
  if (hasUsage && usage?.type !== 'none') {
    throw notSupported(
      'billing for usage when a subscription is paused',
      'bill_for[outstanding_usage_through]',
    );
  }
  if (unused?.type === 'item_current_period_start') {
    throw notSupported('credits for whole periods', 'bill_for[unused_time_from]');
  }
  const now = context.time.now(given.test_clock);
  const credits = prorate(discountedPeriods(context, given, now), [], now);
  if (unused?.type !== 'none') addProrations(context, given, credits, now);
  const paused = changeSubscription(context, given, { ...given, status: 'paused' });
  emit(context, 'customer.subscription.paused', subscriptionWire(context, paused));
  return paused;
}

export const resumeParams = object({
  billing_cycle_anchor: anchorChange,
  // The other value requires the flexible billing mode.
  payment_behavior: optional(only('resume_on_payment_attempt', 'resume_on_payment_success')),
  proration_behavior: billingFields.proration_behavior,
  proration_date: billingFields.proration_date,
});

type Resumption = ReadValue<typeof resumeParams>;

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
  const isUnchanged = billing_cycle_anchor?.type === 'unchanged';
  const anchor = isUnchanged ? paused.billing_cycle_anchor : now;
  const items = aroundNow(context, paused.items, now, anchor);
  return { ...paused, status: 'active', billing_cycle_anchor: anchor, items };
}

/** The invoice of a whole new period, or with an unchanged anchor of the rest of the current one. */
function billResumption(context: Context, active: Subscription, resumption: Resumption, now: number) {
  const { billing_cycle_anchor, proration_behavior = 'create_prorations', proration_date } = resumption;
  const bill = { billing_reason: 'subscription_cycle', now, collection: 'open' } as const;
  if (billing_cycle_anchor?.type !== 'unchanged') {
    return billSubscription(context, active, { ...bill, lines: periodLines(context, active, now) }).invoice;
  }
  if (proration_behavior === 'none') return undefined;
  const time = prorationTime(active, proration_date, now);
  addProrations(context, active, prorate([], discountedPeriods(context, active, now), time), now);
  if (proration_behavior === 'create_prorations') return undefined;
  return billSubscription(context, active, { ...bill, lines: [] }).invoice;
}
