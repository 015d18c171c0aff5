import type Stripe from 'stripe';
import type { DiscountRequest } from '../../catalogue/discount.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { unset } from '../../description/unset.ts';
import { changing, putting } from '../../kinds/announce.ts';
import type { Context } from '../../kinds/context.ts';
import { finder } from '../../kinds/lookup.ts';
import { findCurrentPhase, type SchedulePhase, type SubscriptionSchedule } from './schedule-entities.ts';
import { billingModeWire } from './shown-billing-mode.ts';

export function scheduleWire(context: Context, schedule: SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const phase = findCurrentPhase(schedule);
  return {
    id: schedule.id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: billingModeWire(schedule.flexible),
    canceled_at: schedule.canceled_at,
    completed_at: schedule.completed_at,
    created: schedule.created,
    current_phase: phase === undefined ? null : { end_date: phase.end_date, start_date: phase.start_date },
    customer: schedule.customer,
    customer_account: null,
    default_settings: {
      ...unset<Stripe.SubscriptionSchedule.DefaultSettings>(
        'subscription_schedules_resource_default_settings',
      ),
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      default_payment_method: schedule.default_payment_method,
      invoice_settings: {
        ...unset<Stripe.SubscriptionSchedule.DefaultSettings.InvoiceSettings>(
          'invoice_setting_subscription_schedule_setting',
        ),
        issuer: { type: 'self' },
      },
    },
    end_behavior: schedule.end_behavior,
    livemode: false,
    metadata: schedule.metadata,
    pause_schedules: [],
    phases: schedule.phases.map((one) => phaseWire(context, one)),
    released_at: schedule.released_at,
    released_subscription: schedule.released_subscription,
    status: schedule.status,
    subscription: schedule.subscription,
    test_clock: schedule.test_clock,
  };
}

function phaseWire(context: Context, phase: SchedulePhase): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: (phase.oneTimeItems ?? []).map((item) => ({
      discountable: item.discountable,
      discounts: [],
      metadata: item.metadata,
      period: { end: { type: 'min_item_period_end' }, start: { type: 'max_item_period_start' } },
      price: item.price,
      quantity: item.quantity,
      tax_rates: taxRatesWire(context, item.tax_rates),
    })),
    ...unset<Stripe.SubscriptionSchedule.Phase>('subscription_schedule_phase_configuration'),
    billing_cycle_anchor: phase.billing_cycle_anchor,
    currency: phase.currency,
    default_payment_method: phase.default_payment_method,
    default_tax_rates: taxRatesWire(context, phase.default_tax_rates),
    description: phase.description,
    discounts: phase.discounts.map(requestWire),
    end_date: phase.end_date,
    items: phase.items.map(({ discounts = [], price, quantity, metadata, tax_rates }) => ({
      billing_thresholds: null,
      discounts: discounts.map(requestWire),
      metadata,
      plan: price,
      price,
      quantity,
      tax_rates: taxRatesWire(context, tax_rates),
    })),
    metadata: phase.metadata,
    proration_behavior: phase.proration_behavior,
    start_date: phase.start_date,
    trial_end: phase.trial_end,
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
