import type { ItemChange } from '../../billing/changes/change-items.ts';
import { createSubscription } from '../../billing/subscriptions/open-subscription.ts';
import { newSchedule } from '../../billing/subscriptions/schedule-subscription.ts';
import { putSchedule, type SchedulePhase } from '../../billing/subscriptions/subscription-schedule.ts';
import { rejectFullCustomer } from '../../billing/test-clocks.ts';
import { requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import type { LineItem } from '../../checkout/checkout-entities.ts';
import { draftPurchase } from '../../checkout/invoice-purchase.ts';
import { splitByRecurrence } from '../../checkout/price-lines.ts';
import { type Customer, requireEmail } from '../../customers/customer.ts';
import { notSupported } from '../../description/api-error.ts';
import { nextPeriodEnd, SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { type Quote, quotedLines, quoteWire } from './quote.ts';

type Result = Partial<Pick<Quote, 'invoice' | 'subscription' | 'subscription_schedule'>>;

/** Makes what an accepted quote promises: a subscription, one that starts later, or an invoice. */
export function fulfil(context: Context, quote: Quote, customer: Customer, now: number): Result {
  if (quote.collection_method === 'send_invoice') requireEmail(context, customer.id);
  const { once, recurring } = splitByRecurrence(context, quote.hidden);
  if (recurring.length === 0) return { invoice: draft(context, quote, customer, now) };
  const { effective_date: starts } = quote.subscription_data;
  if (starts !== null && starts > now) {
    return { subscription_schedule: schedule(context, quote, customer, { now, starts }) };
  }
  rejectFullCustomer(context, customer);
  const { days, description, metadata } = terms(quote);
  const { default_tax_rates, hidden } = quote;
  const { id, latest_invoice } = createSubscription(context, {
    customer,
    items: recurring.map((item): ItemChange => ({ ...bought(item), accepted: true })),
    fields: {
      automaticTax: hidden.automaticTax,
      days_until_due: daysUntilDue(quote),
      default_tax_rates,
      description,
      flexible: hidden.flexible,
      metadata,
    },
    // Assumed: charged like the invoice of a renewal, not at once.
    paymentBehavior: 'scheduled',
    trial_end: days === null ? null : now + days * SECONDS_A_DAY,
    billing_cycle_anchor: null,
    proration_behavior: undefined,
    discounts: discounts(quote),
    oneTimeItems: once.map(oneTime),
  });
  return { subscription: id, invoice: latest_invoice };
}

function bought({ price, quantity, tax_rates }: LineItem) {
  return { price, quantity, ...(tax_rates.length > 0 && { tax_rates }) };
}

const oneTime = (item: LineItem) => ({ ...bought(item), discountable: true, metadata: {} });

function terms({ subscription_data: data }: Quote) {
  const { description, metadata, trial_period_days: days } = data;
  return { days, description, metadata: metadata ?? {} };
}

/** Null if it is charged automatically. */
function daysUntilDue({ collection_method, invoice_settings }: Quote): number | null {
  return collection_method === 'send_invoice' ? (invoice_settings.days_until_due ?? STANDARD_DAYS) : null;
}

const STANDARD_DAYS = 30;

function discounts({ hidden: { discount } }: Quote) {
  if (discount === null) return [];
  const { coupon, promotion_code: code } = discount;
  return [code === null ? { coupon } : { promotion_code: code }];
}

interface Times {
  readonly now: number;
  readonly starts: number;
}

function schedule(context: Context, quote: Quote, customer: Customer, { now, starts }: Times): string {
  const { once, recurring } = splitByRecurrence(context, quote.hidden);
  const { automaticTax, flexible } = quote.hidden;
  if (automaticTax) throw notSupported('automatic tax in a quote that starts later');
  if (quote.collection_method === 'send_invoice') {
    throw notSupported('collection_method=send_invoice in a quote that starts later');
  }
  const { days, description, metadata } = terms(quote);
  const price = requirePrice(context.store, requireFound(recurring[0], 'a recurring item').price);
  const trial_end = days === null ? null : starts + days * SECONDS_A_DAY;
  const phase: SchedulePhase = {
    start_date: starts,
    end_date: nextPeriodEnd(starts, requireRecurrence(price), trial_end ?? starts),
    ...{ billing_cycle_anchor: null, proration_behavior: 'create_prorations', trial_end },
    ...{ currency: price.currency, default_payment_method: null, default_tax_rates: quote.default_tax_rates },
    ...{ description, discounts: discounts(quote), metadata },
    items: recurring.map((item) => ({ ...bought(item), discounts: [], metadata: {} })),
    oneTimeItems: once.map(oneTime),
  };
  const settings = { default_payment_method: null, metadata: {} };
  return putSchedule(context, 'subscription_schedule.created', {
    ...newSchedule(settings, now),
    customer: customer.id,
    ...(flexible && { flexible }),
    phases: [phase],
    test_clock: customer.test_clock,
  }).id;
}

/** The invoice of one-time items stays a draft until the app finalizes it. */
function draft(context: Context, quote: Quote, customer: Customer, created: number): string {
  const { default_tax_rates, hidden, invoice_settings, test_clock } = quote;
  const { custom_fields, description, footer } = invoice_settings;
  const days = daysUntilDue(quote);
  return draftPurchase(context, quotedLines(context, quote), {
    ...{ created, customer: customer.id, test_clock, checkout_session: null },
    currency: quoteWire(context, quote).currency ?? 'usd',
    discount: hidden.discount,
    fields: {
      ...{ automaticTax: hidden.automaticTax, custom_fields, default_tax_rates, description, footer },
      ...(days !== null && { due_date: created + days * SECONDS_A_DAY }),
      quote: quote.id,
    },
  }).id;
}
