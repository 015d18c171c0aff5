import type Stripe from 'stripe';
import type { FlexibleMode } from '../../billing/subscriptions/billing-mode.ts';
import { findBuyer } from '../../billing/tax/automatic-tax.ts';
import { findCoupon } from '../../catalogue/coupon.ts';
import { discountWire } from '../../catalogue/discount.ts';
import { requirePrice } from '../../catalogue/price.ts';
import type { LineItem, SessionDiscount } from '../../checkout/checkout-entities.ts';
import {
  FREE,
  type PricedLine,
  pricedLines,
  splitByRecurrence,
  sumAmounts,
  WHOLE,
} from '../../checkout/price-lines.ts';
import type { Context } from '../../kinds/context.ts';
import { finder, putting } from '../../kinds/objects.ts';
import { type Kept, type Labelled, shown, unset } from '../../kinds/store/kind-type.ts';

type Amounts = 'amount_subtotal' | 'amount_total' | 'computed' | 'currency' | 'total_details';
type Computed = Amounts | 'automatic_tax' | 'discounts' | 'line_items' | 'subscription_data';

export interface Quote extends Labelled, Omit<Kept<Stripe.Quote, Computed>, keyof Labelled> {
  readonly subscription_data: Omit<Kept<Stripe.Quote.SubscriptionData>, 'billing_mode'>;
  readonly hidden: {
    readonly automaticTax: boolean;
    readonly discount: SessionDiscount | null;
    /** Absent for the classic billing mode. */
    readonly flexible?: FlexibleMode | undefined;
    readonly line_items: readonly LineItem[];
  };
}

/** What a new quote has unless something else is said. */
export const NEW_QUOTE: Quote = {
  ...unset<Stripe.Quote>('quote'),
  ...{ id: '', created: 0, expires_at: 0 },
  collection_method: 'charge_automatically',
  default_tax_rates: [],
  invoice_settings: {
    ...unset<Stripe.Quote.InvoiceSettings>('invoice_setting_quote_setting'),
    issuer: { type: 'self' },
  },
  metadata: {},
  status: 'draft',
  status_transitions: { accepted_at: null, canceled_at: null, finalized_at: null },
  subscription_data: { description: null, effective_date: null, metadata: {}, trial_period_days: null },
  hidden: { automaticTax: false, discount: null, line_items: [] },
};

const { id: _none, ...plain } = NEW_QUOTE;

const show = shown<Stripe.Quote>('quote', plain);

/** The lines of a quote as a whole. */
export function quotedLines(context: Context, quote: Quote): PricedLine[] {
  return price(context, quote);
}

/** The lines as they are charged once the quote is accepted: a trial is free. */
export function upfrontLines(context: Context, quote: Quote): PricedLine[] {
  return price(context, quote, quote.subscription_data.trial_period_days === null ? WHOLE : FREE);
}

/** What the lines with recurring prices cost each time. */
function recurringLines(context: Context, quote: Quote): PricedLine[] {
  const { discount } = quote.hidden;
  const lasts = discount !== null && findCoupon(context, discount.coupon).duration === 'forever';
  const { recurring } = splitByRecurrence(context, quote.hidden);
  const hidden = { ...quote.hidden, discount: lasts ? discount : null, line_items: recurring };
  return price(context, { ...quote, hidden });
}

function price(
  context: Context,
  { customer, default_tax_rates: tax_rates, hidden }: Quote,
  share = WHOLE,
): PricedLine[] {
  const { discount, line_items } = hidden;
  const bought = { currency: null, customer, line_items };
  return pricedLines(context, bought, { discount, dueShare: () => share, tax_rates });
}

function totals(lines: readonly PricedLine[]) {
  const { amount_discount, amount_tax, amount_total, exclusiveTax } = sumAmounts(lines, null);
  return {
    amount_subtotal: amount_total + amount_discount - exclusiveTax,
    amount_total,
    total_details: { amount_discount, amount_shipping: 0, amount_tax },
  };
}

function recurringWire(context: Context, quote: Quote): Stripe.Quote.Computed.Recurring | null {
  const lines = recurringLines(context, quote);
  const [first] = lines;
  const { recurring = null } = first ? requirePrice(context.store, first.item.price) : {};
  if (recurring === null) return null;
  const { interval, interval_count } = recurring;
  return { ...totals(lines), interval, interval_count };
}

/** A tax that follows the customer's location waits until that is known. */
function taxWire({ hidden, customer: id }: Quote, context: Context): Stripe.Quote.AutomaticTax {
  if (!hidden.automaticTax) return { enabled: false, liability: null, provider: null, status: null };
  const customer = context.store.customers.get(id ?? '');
  const isKnown = customer !== undefined && findBuyer(context, customer) !== null;
  return {
    enabled: true,
    liability: { type: 'self' },
    provider: 'stripe',
    status: isKnown ? 'complete' : 'requires_location_inputs',
  };
}

/** The discounts of a quote, which nothing has redeemed yet. */
export function quoteDiscounts({ created: start, customer, hidden, id }: Quote): Stripe.Discount[] {
  if (hidden.discount === null) return [];
  const none = { checkout_session: null, end: null, spentOn: null, subscription: null };
  const own = { ...hidden.discount, ...none, id: `di_${id.slice(-24)}`, customer: '', start };
  return [{ ...discountWire(own), customer }];
}

export function quoteWire(context: Context, quote: Quote): Stripe.Quote {
  const { hidden, subscription_data: data } = quote;
  const [item] = hidden.line_items;
  return show(quote, {
    ...totals(quotedLines(context, quote)),
    automatic_tax: taxWire(quote, context),
    computed: {
      recurring: recurringWire(context, quote),
      upfront: totals(upfrontLines(context, quote)),
    },
    currency: item ? requirePrice(context.store, item.price).currency : null,
    discounts: quoteDiscounts(quote).map(({ id }) => id),
    subscription_data: { billing_mode: modeWire(hidden.flexible), ...data },
  });
}

/** Nothing says when the mode was chosen. */
function modeWire(flexible: FlexibleMode | undefined): Stripe.Quote.SubscriptionData.BillingMode {
  if (flexible === undefined) return { type: 'classic' };
  return { flexible: { proration_discounts: flexible.proration_discounts }, type: 'flexible' };
}

export const requireQuote = finder('quote', 'quotes');

export const putQuote = putting('quotes', quoteWire);
