import type Stripe from 'stripe';
import { readBillingMode } from '../../billing/subscriptions/billing-mode.ts';
import { anyPriceData, inlinePrice } from '../../billing/subscriptions/inline-price.ts';
import { automaticRates, findBuyer } from '../../billing/tax/automatic-tax.ts';
import { changedTaxRates, usableTaxRates } from '../../billing/tax/line-taxes.ts';
import { requireActivePrice, requireCurrency, requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { discountSource } from '../../catalogue/redeemable.ts';
import type { LineItem } from '../../checkout/checkout-entities.ts';
import { requireCustomer } from '../../customers/customer.ts';
import {
  exclusiveParameters,
  missingParameter,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { rejectPast } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { newId } from '../../kinds/objects.ts';
import { callParams, type Taken } from '../../kinds/params/as-described.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { clearable, integer, type Reader, type ReadValue } from '../../kinds/params/reader.ts';
import { NEW_QUOTE, type Quote, quotedLines, quoteWire } from './quote.ts';

const effectiveDate: Reader<number> = (value, name) => {
  if (value === 'current_period_end') throw notSupported(`${name}=${value}`, name);
  return integer(0)(value, name);
};

const readers = {
  ...{ application_fee_amount: null, application_fee_percent: null, customer_account: null },
  ...{ 'line_items[discounts]': null, on_behalf_of: null, test_clock: null, transfer_data: null },
  'line_items[price_data]': anyPriceData,
  'line_items[quantity]': integer(0, 999_999),
  'subscription_data[effective_date]': clearable(effectiveDate),
  'subscription_data[trial_period_days]': clearable(integer(1, 730)),
} as const;

type GivenLine = Omit<Taken<Stripe.QuoteUpdateParams.LineItem>, 'price_data'> & {
  readonly price_data?: ReadValue<typeof anyPriceData>;
};

interface Own {
  readonly line_items?: readonly GivenLine[];
  readonly transfer_data?: null;
  readonly subscription_data?: Partial<Quote['subscription_data']> & {
    readonly billing_mode?: Parameters<typeof readBillingMode>[0];
  };
}

export const createParams = callParams<Stripe.QuoteCreateParams, Own>('POST /v1/quotes', readers);
export const updateParams = callParams<Stripe.QuoteUpdateParams, Own>('POST /v1/quotes/:id', readers);
type Given = ReadValue<typeof updateParams>;

/** A draft that offers the same. */
export function clone({ id: quote, ...original }: Quote): Quote {
  const { expires_at: _expiry, ...fresh } = NEW_QUOTE;
  const line_items = original.hidden.line_items.map((item) => ({ ...item, id: newId('li') }));
  const { invoice, number, status, status_transitions, subscription, subscription_schedule } = fresh;
  return {
    ...original,
    ...{ id: '', invoice, number, status, status_transitions, subscription, subscription_schedule },
    from_quote: { is_revision: false, quote },
    hidden: { ...original.hidden, line_items },
  };
}

/** A draft with what a request says of it. */
export function changed(context: Context, before = NEW_QUOTE, given: Given, now: number): Quote {
  const {
    automatic_tax: tax,
    customer,
    default_tax_rates: taxes,
    discounts,
    line_items,
    metadata,
    ...rest
  } = given;
  rejectPast(rest.expires_at, now, 'expires_at');
  if (customer !== undefined && before.customer !== null && before.customer !== customer) {
    throw rejected('The customer of a quote cannot be changed.', 'customer');
  }
  const buyer = customer === undefined ? before.customer : requireCustomer(context, customer, 'customer').id;
  const { billing_mode: mode, ...terms } = rest.subscription_data ?? {};
  const flexible =
    before === NEW_QUOTE || mode !== undefined
      ? readBillingMode(mode, 'subscription_data[billing_mode]', now)
      : before.hidden.flexible;
  const quote: Quote = {
    ...before,
    ...defined(rest),
    ...defined({ default_tax_rates: changedTaxRates(context, taxes, 'default_tax_rates') }),
    customer: buyer,
    test_clock: context.store.customers.get(buyer ?? '')?.test_clock ?? null,
    invoice_settings: { ...before.invoice_settings, ...defined(rest.invoice_settings ?? {}) },
    metadata: changedMetadata(before.metadata, metadata),
    subscription_data: {
      ...before.subscription_data,
      ...defined(terms),
      ...(terms.metadata && { metadata: changedMetadata({}, terms.metadata) }),
    },
    hidden: {
      ...before.hidden,
      automaticTax: tax?.enabled ?? before.hidden.automaticTax,
      flexible,
      line_items: line_items ? readLines(context, before, line_items) : before.hidden.line_items,
    },
  };
  return taxed(context, {
    ...quote,
    hidden: { ...quote.hidden, ...readDiscount(context, quote, discounts) },
  });
}

function readLines(context: Context, { hidden }: Quote, given: readonly GivenLine[]): LineItem[] {
  const lines = given.map((line, index): LineItem => {
    const place = `line_items[${index}]`;
    const had = hidden.line_items.find(({ id }) => id === line.id);
    const price = linePrice(context, line, place) ?? had?.price;
    if (price === undefined) throw missingParameter(`${place}[price]`);
    const rates = usableTaxRates(context, line.tax_rates, `${place}[tax_rates]`);
    const metered = isMetered(requirePrice(context.store, price));
    return {
      id: had?.id ?? newId('li'),
      price,
      quantity: metered ? 0 : (line.quantity ?? had?.quantity ?? 1),
      tax_rates: line.tax_rates === undefined ? (had?.tax_rates ?? []) : rates,
    };
  });
  const prices = lines.map(({ price }) => requirePrice(context.store, price));
  requireCurrency(prices, prices[0]?.currency, 'line_items');
  const rhythms = prices.flatMap(({ recurring: one }) =>
    one ? `${one.interval_count} ${one.interval}` : [],
  );
  if (new Set(rhythms).size <= 1) return lines;
  throw rejected('All recurring prices of a quote must have the same billing interval.', 'line_items');
}

function linePrice(context: Context, { price, price_data: data }: GivenLine, place: string) {
  if (data === undefined) {
    return price === undefined ? undefined : requireActivePrice(context, price, `${place}[price]`).id;
  }
  if (price !== undefined) throw exclusiveParameters('price, price_data', place);
  return inlinePrice(context, data, `${place}[price_data]`, data.recurring);
}

function readDiscount(
  context: Context,
  quote: Quote,
  given: Given['discounts'],
): Pick<Partial<Quote['hidden']>, 'discount'> {
  if (given === undefined) return {};
  const [first, second] = given ?? [];
  if (second !== undefined) throw notSupported('several discounts of a quote', 'discounts');
  if (first?.discount !== undefined) throw notSupported('discounts[0][discount]', 'discounts[0][discount]');
  if (first === undefined) return { discount: null };
  const { amount_subtotal, currency } = quoteWire(context, quote);
  const products = quotedLines(context, quote).map(({ product }) => product);
  const purchase = { customer: quote.customer, currency, amount: amount_subtotal, products };
  return { discount: discountSource(context, purchase, first, 'discounts[0]') };
}

/** The quote with the rates of automatic tax at the customer's location. */
function taxed(context: Context, quote: Quote): Quote {
  const { customer: id, hidden } = quote;
  const customer = context.store.customers.get(id ?? '');
  if (!hidden.automaticTax || customer === undefined) return quote;
  const buyer = findBuyer(context, customer);
  const line_items = hidden.line_items.map((item) => ({
    ...item,
    automaticRates: automaticRates(context, buyer, requirePrice(context.store, item.price)),
  }));
  return { ...quote, hidden: { ...hidden, line_items } };
}
