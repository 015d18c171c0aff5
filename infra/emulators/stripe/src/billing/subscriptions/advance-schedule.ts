import { activeDiscounts } from '../../catalogue/coupon-discounts.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { hasEnded, type Subscription, type SubscriptionItem } from '../billing-entities.ts';
import type { ItemChange } from '../changes/change-items.ts';
import { endAt } from '../changes/item-periods.ts';
import { updateSubscription } from '../changes/update-subscription.ts';
import {
  type Buyer,
  type DiscountOwner,
  discountsOfPhase,
  isRequested,
  resolveDiscounts,
} from '../invoices/resolve-discounts.ts';
import { cancelSubscription, REQUESTED } from './cancel-subscription.ts';
import { releaseSchedule } from './end-schedule.ts';
import { createSubscription } from './open-subscription.ts';
import {
  changeSchedule,
  endAnnouncement,
  findCurrentPhase,
  isRunning,
  type OneTimeItem,
  type PhaseItem,
  putSchedule,
  type SchedulePhase,
  type SubscriptionSchedule,
} from './subscription-schedule.ts';

/** Advances a schedule to its phase at `now`, or to its end. */
export function advanceSchedule(
  context: Context,
  given: SubscriptionSchedule,
  now: number,
): SubscriptionSchedule {
  let schedule = begun(context, given, now);
  while (isRunning(schedule) && (findCurrentPhase(schedule)?.end_date ?? Number.POSITIVE_INFINITY) <= now) {
    schedule = afterPhase(context, schedule, now);
  }
  return announceEnd(context, schedule, now);
}

function begun(context: Context, schedule: SubscriptionSchedule, now: number): SubscriptionSchedule {
  const [first] = schedule.phases;
  if (schedule.status !== 'not_started' || first === undefined || first.start_date > now) return schedule;
  const customer = requireFound(context.store.customers.get(schedule.customer), 'the customer');
  const buyer = { ...first, customer: customer.id };
  const { currency, default_tax_rates, description, proration_behavior, trial_end } = first;
  const { flexible, id } = schedule;
  const subscription = createSubscription(context, {
    ...{ currency, customer, proration_behavior, trial_end },
    items: first.items.map((item) => itemInPhase(context, { ...buyer, items: [item] }, item, now)),
    fields: {
      default_payment_method: findMethod(context, schedule, first) ?? schedule.default_payment_method,
      ...{ default_tax_rates, description, flexible, schedule: id },
      metadata: changedMetadata({}, first.metadata),
    },
    paymentBehavior: 'scheduled',
    offSession: true,
    billing_cycle_anchor: null,
    discounts: discountsOfPhase(context, {}, buyer, first.discounts, now),
    oneTimeItems: first.oneTimeItems ?? [],
    cancel_at: endSetBy({ ...schedule, current_phase: 0 }),
  });
  return changeSchedule(context, schedule, {
    ...schedule,
    status: 'active',
    subscription: subscription.id,
    current_phase: 0,
  });
}

function afterPhase(context: Context, schedule: SubscriptionSchedule, now: number): SubscriptionSchedule {
  const next = (schedule.current_phase ?? 0) + 1;
  const subscription = requireFound(findOwn(context, schedule), 'the subscription of a schedule');
  if (next < schedule.phases.length) {
    enterPhase(context, schedule, next, now);
    return changeSchedule(context, schedule, { ...schedule, current_phase: next });
  }
  if (schedule.end_behavior === 'release') return releaseSchedule(context, schedule, now);
  if (!hasEnded(subscription)) cancelSubscription(context, subscription, { now, details: REQUESTED });
  return requireFound(context.store.schedules.get(schedule.id), `schedule ${schedule.id}`);
}

interface EnterPhaseOptions {
  /** Overrides the phase's own proration behavior. */
  readonly billing?: SchedulePhase['proration_behavior'] | undefined;
  /** One-time items that were added when the phase was first entered. */
  readonly added?: readonly OneTimeItem[] | undefined;
}

/** Applies the phase to the subscription. */
export function enterPhase(
  context: Context,
  schedule: SubscriptionSchedule,
  position: number,
  now: number,
  { billing, added = [] }: EnterPhaseOptions = {},
): void {
  const phase = requireFound(schedule.phases[position], `phase ${position}`);
  const before = requireFound(findOwn(context, schedule), 'the subscription of a schedule');
  const { description, trial_end } = phase;
  const default_payment_method = findMethod(context, schedule, phase);
  const given = discountsOfPhase(context, before, before, phase.discounts, now);
  const discounts = resolveDiscounts(context, before, given) ?? [];
  const had = new Set(added.map((item) => JSON.stringify(item)));
  const oneTimeItems = phase.oneTimeItems?.filter((item) => !had.has(JSON.stringify(item))) ?? [];
  const periodEnds = endAt(before, 'max_period_end') <= now;
  updateSubscription(context, before, {
    cancel_at: endChange(before, endSetBy({ ...schedule, current_phase: position }), now),
    default_tax_rates: phase.default_tax_rates,
    discounts,
    items: itemChanges(context, before, phase.items, now),
    oneTimeItems,
    metadata: changedMetadata(before.metadata, phase.metadata),
    ...(default_payment_method === null ? {} : { default_payment_method }),
    ...(description === null ? {} : { description }),
    trial_end: trialChange(before, trial_end, now),
    billing_cycle_anchor: phase.billing_cycle_anchor ?? 'automatic',
    // If the period ends now anyway, there is nothing to prorate.
    billing: {
      proration_behavior: periodEnds ? 'none' : (billing ?? phase.proration_behavior),
    },
  });
}

const findOwn = ({ store }: Context, { subscription }: SubscriptionSchedule) =>
  store.subscriptions.get(subscription ?? '');

/** A phase's payment method, unless it has been detached. */
function findMethod(
  { store }: Context,
  { customer }: SubscriptionSchedule,
  { default_payment_method: id }: SchedulePhase,
): string | null {
  return id !== null && store.paymentMethods.get(id)?.customer === customer ? id : null;
}

/** Stripe sets the subscription's end only when the last phase starts. */
export function endSetBy({ end_behavior, phases, current_phase }: SubscriptionSchedule): number | null {
  const isLast = current_phase === phases.length - 1;
  return end_behavior === 'cancel' && isLast ? (phases[current_phase]?.end_date ?? null) : null;
}

/** Clears an end that the schedule does not set any more, but keeps one requested in the portal. */
function endChange(
  { cancel_at, cancel_at_period_end }: Subscription,
  requested: number | null,
  now: number,
): number | null | undefined {
  const ends = cancel_at !== null && cancel_at <= now;
  if (requested === cancel_at || cancel_at_period_end || ends) return undefined;
  return requested === null || requested > now ? requested : undefined;
}

function trialChange(
  { status, trial_end: current }: Subscription,
  requested: number | null,
  now: number,
): number | 'now' | undefined {
  if (requested !== null && requested > now) return requested === current ? undefined : requested;
  return status === 'trialing' && current !== null && current > now ? 'now' : undefined;
}

/** Items whose price stays are kept; all others are replaced. */
function itemChanges(
  context: Context,
  subscription: Subscription,
  requested: readonly PhaseItem[],
  now: number,
): ItemChange[] {
  const { items } = subscription;
  const changed = (after: PhaseItem, before?: SubscriptionItem) =>
    itemInPhase(context, { ...subscription, items: [after] }, after, now, before);
  const kept = items.map((item): ItemChange => {
    const after = requested.find(({ price }) => price === item.price);
    return after === undefined ? { id: item.id, deleted: true } : { ...changed(after, item), id: item.id };
  });
  const added = requested.filter(({ price }) => !items.some((item) => item.price === price));
  return [...kept, ...added.map((item) => changed(item))];
}

function itemInPhase(
  context: Context,
  buyer: Buyer,
  item: PhaseItem,
  now: number,
  before: DiscountOwner = {},
): ItemChange {
  const { discounts, quantity, tax_rates, ...others } = item;
  return {
    ...others,
    ...(!isMetered(requirePrice(context.store, item.price)) && { quantity }),
    accepted: true,
    acceptedRates: tax_rates,
    discounts: discountsOfPhase(context, before, buyer, discounts, now),
  };
}

/** Announces the end seven days before. */
function announceEnd(context: Context, schedule: SubscriptionSchedule, now: number): SubscriptionSchedule {
  const at = endAnnouncement(schedule);
  if (schedule.status !== 'active' || at === null || at > now) return schedule;
  return putSchedule(context, 'subscription_schedule.expiring', { ...schedule, endAnnounced: true });
}

/** Writes a direct change of the subscription back to its current phase. */
export function followSubscription(context: Context, subscription: Subscription): void {
  const schedule = context.store.schedules.get(subscription.schedule ?? '');
  const phase = schedule && findCurrentPhase(schedule);
  if (schedule === undefined || phase === undefined) return;
  const followed = { ...phase, ...inPhase(context, subscription, phase.items) };
  if (JSON.stringify(followed) === JSON.stringify(phase)) return;
  const phases = schedule.phases.with(schedule.current_phase ?? 0, followed);
  changeSchedule(context, schedule, { ...schedule, phases });
}

/** The part of a subscription that a phase stores. The discounts that a phase asked for keep their form. */
export function inPhase(
  context: Context,
  { default_tax_rates = [], items, test_clock }: Subscription,
  asked: readonly PhaseItem[] = [],
): Pick<SchedulePhase, 'default_tax_rates' | 'items'> {
  const now = context.time.now(test_clock);
  return {
    default_tax_rates,
    items: items.map(({ discounts, price, quantity, metadata, tax_rates = [] }) => {
      const requests = asked.find((item) => item.price === price)?.discounts ?? [];
      return {
        price,
        quantity,
        metadata,
        tax_rates,
        discounts: activeDiscounts(context, { discounts: discounts ?? [] }, now).map(
          (discount) => requests.find((one) => isRequested(discount, one)) ?? { discount: discount.id },
        ),
      };
    }),
  };
}
