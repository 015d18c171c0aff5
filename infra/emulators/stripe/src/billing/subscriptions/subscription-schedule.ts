import type Stripe from 'stripe';
import type { DiscountRequest } from '../../catalogue/discount.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import type { Context } from '../../kinds/context.ts';
import { changing, finder, putting } from '../../kinds/objects.ts';
import { NEVER } from '../../kinds/part.ts';
import { type Kept, type Labelled, type Metadata, shown, unset } from '../../kinds/store/kind-type.ts';
import { billingModeWire, type FlexibleMode } from './billing-mode.ts';

export interface PhaseItem {
  readonly price: string;
  /** 0 for a metered price. */
  readonly quantity: number;
  readonly metadata: Metadata;
  readonly tax_rates?: readonly string[];
  /** They replace those of the previous phase. */
  readonly discounts: readonly DiscountRequest[];
}

export interface OneTimeItem {
  readonly price: string;
  readonly quantity: number;
  readonly discountable: boolean;
  readonly metadata: Metadata;
  readonly tax_rates?: readonly string[];
}

/** In force from `start_date` to `end_date`, in Unix seconds. */
export interface SchedulePhase
  extends Pick<Kept<Stripe.SubscriptionSchedule.Phase>, 'start_date' | 'end_date' | 'billing_cycle_anchor'>,
    Pick<Kept<Stripe.SubscriptionSchedule.Phase>, 'currency' | 'default_payment_method' | 'description'>,
    Pick<Kept<Stripe.SubscriptionSchedule.Phase>, 'proration_behavior' | 'trial_end'> {
  readonly items: readonly PhaseItem[];
  readonly default_tax_rates?: readonly string[];
  /** Replace those of the previous phase. */
  readonly discounts: readonly DiscountRequest[];
  /** An empty value removes the key from the subscription. */
  readonly metadata: Metadata;
  readonly oneTimeItems?: readonly OneTimeItem[];
  /** The whole phase is one. */
  readonly trial?: boolean;
}

export interface SubscriptionSchedule
  extends Labelled,
    Pick<Kept<Stripe.SubscriptionSchedule>, 'customer' | 'status' | 'released_subscription' | 'canceled_at'>,
    Pick<Kept<Stripe.SubscriptionSchedule>, 'completed_at' | 'released_at' | 'test_clock'> {
  /** Null before the start and after release. */
  readonly subscription: string | null;
  readonly end_behavior: 'cancel' | 'release';
  /** Contiguous: each starts where the previous one ends. */
  readonly phases: readonly SchedulePhase[];
  /** Null outside all phases. */
  readonly current_phase: number | null;
  readonly endAnnounced: boolean;
  readonly default_payment_method: string | null;
  readonly flexible?: FlexibleMode;
  readonly byPortal?: boolean;
}

const ANNOUNCED_BEFORE = 7 * 86_400;

export function isRunning({ status }: SubscriptionSchedule): boolean {
  return status === 'active' || status === 'not_started';
}

export function findCurrentPhase({ phases, current_phase }: SubscriptionSchedule): SchedulePhase | undefined {
  return current_phase === null ? undefined : phases[current_phase];
}

export function endAnnouncement({ endAnnounced, phases }: SubscriptionSchedule): number | null {
  return endAnnounced ? null : (phases.at(-1)?.end_date ?? NEVER) - ANNOUNCED_BEFORE;
}

export function scheduleDueAt(schedule: SubscriptionSchedule): number | null {
  if (!isRunning(schedule)) return null;
  if (schedule.status === 'not_started') return schedule.phases[0]?.start_date ?? null;
  return Math.min(findCurrentPhase(schedule)?.end_date ?? NEVER, endAnnouncement(schedule) ?? NEVER);
}

const PLAIN = {
  ...unset<Stripe.SubscriptionSchedule>('subscription_schedule'),
  pause_schedules: [],
};

const PLAIN_SETTINGS = {
  ...unset<Stripe.SubscriptionSchedule.DefaultSettings>('subscription_schedules_resource_default_settings'),
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 'automatic',
  collection_method: 'charge_automatically',
  invoice_settings: {
    ...unset<Stripe.SubscriptionSchedule.DefaultSettings.InvoiceSettings>(
      'invoice_setting_subscription_schedule_setting',
    ),
    issuer: { type: 'self' },
  },
};

const OWN = ['byPortal', 'default_payment_method', 'endAnnounced', 'flexible'];

const show = shown<Stripe.SubscriptionSchedule>('subscription_schedule', PLAIN, OWN);

export function scheduleWire(context: Context, schedule: SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const { default_payment_method } = schedule;
  const { end_date, start_date } = findCurrentPhase(schedule) ?? {};
  return show(schedule, {
    billing_mode: billingModeWire(schedule.flexible),
    current_phase: start_date === undefined ? null : { end_date, start_date },
    default_settings: { ...PLAIN_SETTINGS, default_payment_method },
    phases: schedule.phases.map((one) => phaseWire(context, one)),
  });
}

function phaseWire(context: Context, { oneTimeItems = [], ...phase }: SchedulePhase) {
  return {
    add_invoice_items: oneTimeItems.map((item) => ({
      ...item,
      discounts: [],
      period: { end: { type: 'min_item_period_end' }, start: { type: 'max_item_period_start' } },
      tax_rates: taxRatesWire(context, item.tax_rates),
    })),
    ...unset<Stripe.SubscriptionSchedule.Phase>('subscription_schedule_phase_configuration'),
    ...phase,
    default_tax_rates: taxRatesWire(context, phase.default_tax_rates),
    discounts: phase.discounts.map(requestWire),
    items: phase.items.map(({ quantity, ...item }) => ({
      billing_thresholds: null,
      ...item,
      ...(!isMetered(requirePrice(context.store, item.price)) && { quantity }),
      discounts: item.discounts.map(requestWire),
      plan: item.price,
      tax_rates: taxRatesWire(context, item.tax_rates),
    })),
  };
}

function requestWire({ coupon, discount, promotion_code: code }: DiscountRequest) {
  return { coupon: coupon ?? null, discount: discount ?? null, promotion_code: code ?? null };
}

export const requireSchedule = finder('subscription_schedule', 'schedules');

export const putSchedule = putting('schedules', scheduleWire);

export const changeSchedule = changing('subscription_schedule.updated', 'schedules', scheduleWire);
