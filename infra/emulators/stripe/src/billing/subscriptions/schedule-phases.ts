import type Stripe from 'stripe';
import type { DiscountRequest } from '../../catalogue/discount.ts';
import { type Recurrence, requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { discountSource, rejectRepeated } from '../../catalogue/redeemable.ts';
import { requireOwnMethod } from '../../customers/methods/payment-method.ts';
import {
  exclusiveParameters,
  missingParameter,
  noSuch,
  notSupported,
  rejected,
  renamingParams,
} from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { nextPeriodEnd } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, list, object } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { currency } from '../../kinds/params/texts.ts';
import { checkTogether, recurringPrice } from '../changes/change-items.ts';
import { oneTimeItemsParam, readOneTimeItems } from '../invoices/add-one-time-items.ts';
import { type Buyer, type DiscountOwner, toPurchase } from '../invoices/resolve-discounts.ts';
import { usableTaxRates } from '../tax/line-taxes.ts';
import { automatically, moment } from './subscription-params.ts';
import type { PhaseItem, SchedulePhase, SubscriptionSchedule } from './subscription-schedule.ts';

const CHANGE = 'POST /v1/subscription_schedules/:id';

const described = describedParams<Stripe.SubscriptionScheduleUpdateParams.Phase>(`${CHANGE} phases[0]`, {
  'duration[interval_count]': integer(1, 1000),
});

const describedItem = describedParams<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>(
  `${CHANGE} phases[0][items][0]`,
);

const item = object({
  ...describedItem('discounts', 'metadata', 'price', 'tax_rates'),
  quantity: optional(integer(0, 999_999)),
});

const phase = object({
  ...described('billing_cycle_anchor', 'default_payment_method', 'default_tax_rates', 'description'),
  ...described('discounts', 'duration', 'metadata', 'proration_behavior', 'trial'),
  add_invoice_items: oneTimeItemsParam,
  collection_method: optional(automatically),
  currency: optional(currency),
  end_date: optional(integer(0)),
  items: list(item),
  // Versions before clover use a number of billing periods.
  iterations: optional(integer(1, 1000)),
  start_date: optional(moment),
  trial_end: optional(moment),
});

/** Stripe allows ten current and future phases. */
export const phasesParam = list(phase, 10);

export type GivenPhase = ReadValue<typeof phase>;

interface PhasesContext {
  readonly schedule: Pick<SubscriptionSchedule, 'customer' | 'flexible'> &
    Partial<Pick<SubscriptionSchedule, 'subscription'>>;
  readonly start: number;
  readonly now: number;
}

/** The requested phases, in sequence from `start`. */
export function readPhases(
  context: Context,
  given: readonly GivenPhase[],
  { schedule, start, now }: PhasesContext,
): SchedulePhase[] {
  const phases: SchedulePhase[] = [];
  for (const [index, one] of given.entries()) {
    const place = `phases[${index}]`;
    const phase = readPhase(context, one, place, phases.at(-1)?.end_date ?? start, now);
    checkPhase(context, phase, place, schedule, phases[0] ?? phase);
    phases.push(phase);
  }
  return phases;
}

/** What a phase needs when it begins, when nobody can be told that it is missing. */
function checkPhase(
  context: Context,
  { default_payment_method, discounts, items }: SchedulePhase,
  place: string,
  { customer, subscription: id, ...mode }: PhasesContext['schedule'],
  { currency }: SchedulePhase,
): void {
  const inPhase = (param: string) => param.replace(/^items/, `${place}[items]`);
  renamingParams(inPhase, () => checkTogether(context, { currency, ...mode }, items));
  if (default_payment_method !== null) {
    requireOwnMethod(context, default_payment_method, customer, `${place}[default_payment_method]`);
  }
  const subscription = context.store.subscriptions.get(id ?? '');
  const buyer = { customer, currency, items };
  checkDiscounts(context, subscription, buyer, discounts, place);
  for (const [index, one] of items.entries()) {
    const before = subscription?.items.find(({ price }) => price === one.price);
    const at = `${place}[items][${index}]`;
    checkDiscounts(context, before, { ...buyer, items: [one] }, one.discounts, at);
  }
}

/** What a subscription or an item can be given when the phase begins, or has already. */
function checkDiscounts(
  context: Context,
  before: DiscountOwner | undefined,
  buyer: Buyer,
  requested: readonly DiscountRequest[],
  place: string,
): void {
  const { discounts = [] } = before ?? {};
  const had = discounts.map((one) => context.store.discounts.get(one)?.coupon);
  const purchase = toPurchase(context, buyer);
  rejectRepeated(context, requested, `${place}[discounts]`);
  for (const [index, one] of requested.entries()) {
    const at = `${place}[discounts][${index}]`;
    if (one.discount !== undefined) {
      if (discounts.includes(one.discount)) continue;
      const other = context.store.discounts.get(one.discount);
      if (other?.customer !== buyer.customer) throw noSuch('discount', one.discount, `${at}[discount]`);
      throw notSupported('discounts of other objects in a phase', `${at}[discount]`);
    }
    if (!had.includes(one.coupon)) discountSource(context, purchase, one, at);
  }
}

function readPhase(
  context: Context,
  given: GivenPhase,
  place: string,
  start_date: number,
  now: number,
): SchedulePhase {
  const { start_date: begins } = given;
  if (typeof begins === 'number' && begins !== start_date) {
    throw rejected('The start date of a phase must be the end date of the phase before it.', {
      param: `${place}[start_date]`,
    });
  }
  const items = given.items.map((one, index) => readPhaseItem(context, one, `${place}[items][${index}]`));
  const first = requirePrice(context.store, requireFound(items[0], 'an item of the phase').price);
  const recurrence = requireRecurrence(first);
  const end_date = endOfPhase(given, place, start_date, recurrence);
  const trial_end = readTrialEnd(given, place, end_date, now);
  if (given.billing_cycle_anchor === 'phase_start' && trial_end !== null && trial_end > start_date) {
    throw rejected('`billing_cycle_anchor` cannot be `phase_start` if the phase specifies a trial.', {
      param: `${place}[billing_cycle_anchor]`,
    });
  }
  return {
    start_date,
    end_date,
    items,
    billing_cycle_anchor: given.billing_cycle_anchor ?? null,
    currency: given.currency ?? first.currency,
    default_payment_method: given.default_payment_method ?? null,
    default_tax_rates: usableTaxRates(context, given.default_tax_rates, `${place}[default_tax_rates]`),
    description: given.description ?? null,
    discounts: given.discounts ?? [],
    metadata: given.metadata ?? {},
    proration_behavior: given.proration_behavior ?? 'create_prorations',
    ...(given.trial === true && { trial: true }),
    trial_end,
    oneTimeItems: readOneTimeItems(
      context,
      given.add_invoice_items,
      given.currency ?? first.currency,
      `${place}[add_invoice_items]`,
    ),
  };
}

function readPhaseItem(
  context: Context,
  { discounts, price, quantity, metadata: notes, tax_rates: rates }: ReadValue<typeof item>,
  place: string,
): PhaseItem {
  if (price === undefined) throw missingParameter(`${place}[price]`);
  const sold = recurringPrice(context, price, `${place}[price]`);
  if (isMetered(sold) && quantity !== undefined) {
    throw rejected('You cannot set the quantity for metered plans.', `${place}[quantity]`);
  }
  return {
    price: sold.id,
    quantity: isMetered(sold) ? 0 : (quantity ?? 1),
    metadata: changedMetadata({}, notes),
    tax_rates: usableTaxRates(context, rates, `${place}[tax_rates]`),
    discounts: discounts ?? [],
  };
}

function endOfPhase(
  { duration, end_date: end, iterations }: GivenPhase,
  place: string,
  start: number,
  recurrence: Recurrence,
): number {
  const [first, ...others] = Object.keys(defined({ duration, end_date: end, iterations }));
  if (others.length > 0) throw exclusiveParameters([first, ...others].join(', '), `${place}[end_date]`);
  if (end !== undefined) {
    if (end > start) return end;
    throw rejected('The end date of a phase must be after its start date.', `${place}[end_date]`);
  }
  if (duration !== undefined) {
    return nextPeriodEnd(start, { interval_count: 1, ...defined(duration) }, start);
  }
  const interval_count = recurrence.interval_count * (iterations ?? 1);
  return nextPeriodEnd(start, { ...recurrence, interval_count }, start);
}

function readTrialEnd(
  { trial, trial_end: end }: GivenPhase,
  place: string,
  end_date: number,
  now: number,
): number | null {
  if (end === undefined) return trial === true ? end_date : null;
  const time = end === 'now' ? now : end;
  if (trial === true ? time === end_date : time <= end_date) return time;
  const where = trial === true ? 'with its phase if `trial=true`' : 'within its phase';
  throw rejected(`The trial must end ${where}.`, `${place}[trial_end]`);
}
