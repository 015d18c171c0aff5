import type Stripe from 'stripe';
import type { DiscountRequest } from '../../catalogue/discount.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { unset } from '../../description/unset.ts';
import { changing, putting } from '../../kinds/announce.ts';
import type { Context } from '../../kinds/context.ts';
import { finder } from '../../kinds/lookup.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import { findCurrentPhase, type SchedulePhase, type SubscriptionSchedule } from './schedule-entities.ts';
import { billingModeWire } from './shown-billing-mode.ts';

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
    items: phase.items.map((item) => ({
      billing_thresholds: null,
      ...item,
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

export const putSchedule = putting(({ schedules }) => schedules, scheduleWire);

export const changeSchedule = changing(
  'subscription_schedule.updated',
  ({ schedules }) => schedules,
  scheduleWire,
);
