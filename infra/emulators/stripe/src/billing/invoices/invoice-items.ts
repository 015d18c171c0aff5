import type Stripe from 'stripe';
import { requireActivePrice } from '../../catalogue/price.ts';
import { decimalAmount } from '../../catalogue/price-params.ts';
import { type Customer, requireCustomer } from '../../customers/customer.ts';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  rejected,
  wrongCurrency,
} from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { deletion, type Endpoint, nothing, type PathParams, post } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import {
  clearable,
  integer,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../../kinds/params/reader.ts';
import { resource } from '../../kinds/resource.ts';
import { announceInvoice } from '../announce.ts';
import { inlinePrice, oncePriceData } from '../subscriptions/inline-price.ts';
import { requireSubscriptionOf } from '../subscriptions/subscription.ts';
import { changedTaxRates, usableTaxRates } from '../tax/line-taxes.ts';
import { adHocItem, type PricedItem, pricedOnce } from './add-one-time-items.ts';
import { addPendingItem, forgetPending, listPendingItems, refreshDraft } from './create-invoice-item.ts';
import { requireDraft, requireInvoice } from './invoice.ts';
import { type InvoiceItem, invoiceItemWire, requireInvoiceItem } from './invoice-item.ts';
import { itemDiscounts } from './resolve-discounts.ts';

const PATH = '/v1/invoiceitems';

const described = describedParams<Stripe.InvoiceItemCreateParams>(`POST ${PATH}`);

/** Negative for a credit. */
const signedDecimal: Reader<number> = (value, name) =>
  typeof value === 'string' && value.startsWith('-')
    ? -decimalAmount(value.slice(1), name)
    : decimalAmount(value, name);

const anyPeriod = object({ end: integer(0), start: integer(0) });

const period: Reader<ReadValue<typeof anyPeriod>> = (value, name) => {
  const given = anyPeriod(value, name);
  if (given.end >= given.start) return given;
  throw invalidRequest(`\`${name}[end]\` must be greater than or equal to \`${name}[start]\`.`, {
    param: `${name}[end]`,
  });
};

/** What an invoice item and a line of a draft have in common. */
export const invoiceItemFields = {
  ...described('amount', 'discountable', 'discounts', 'metadata', 'tax_rates'),
  description: clearable(text(5000)),
  pricing: optional(object({ price: text() })),
  period: optional(period),
  price_data: oncePriceData,
  quantity: optional(integer(0, 999_999)),
  unit_amount_decimal: optional(signedDecimal),
} as const;

export const MOST_ITEMS = 250;

const createParams = object({
  ...invoiceItemFields,
  ...described('currency', 'invoice', 'subscription'),
  customer: text(),
});
const updateParams = object(invoiceItemFields);

type Given = ReadValue<typeof updateParams>;

const items = resource(PATH, finder('invoiceitem', 'invoiceItems'), invoiceItemWire, {
  find: requireInvoiceItem,
});

export const manageInvoiceItemEndpoints: readonly Endpoint[] = [
  items.list({
    fields: ['customer', 'invoice'],
    filters: {
      pending: ({ invoice }) => invoice === null,
    },
  }),
  items.retrieve,
  post(PATH, createParams, (context, params) =>
    announced(context, params.invoice, createInvoiceItem(context, params)),
  ),
  post(`${PATH}/:id`, updateParams, announcing(updateInvoiceItem)),
  deletion(`${PATH}/:id`, nothing, announcing(deleteInvoiceItem)),
];

/** Answers a change of an item after telling that it changed the draft that has it. */
function announced(context: Context, invoice: string | null | undefined, answer: object): object {
  if (invoice != null) announceInvoice(context, requireInvoice(context, invoice));
  return answer;
}

/** A change of an existing item, which may be in a draft. */
function announcing<P>(handle: (context: Context, params: P, path: PathParams) => object) {
  return (context: Context, params: P, path: PathParams) => {
    const { invoice } = requireInvoiceItem(context, path.id ?? '');
    return announced(context, invoice, handle(context, params, path));
  };
}

export function createInvoiceItem(context: Context, params: ReadValue<typeof createParams>): object {
  const customer = requireCustomer(context, params.customer, 'customer');
  const subscription = params.subscription ?? null;
  if (subscription !== null) requireSubscriptionOf(context, customer.id, subscription);
  const now = context.time.now(customer.test_clock);
  const billed = context.store.invoices.get(params.invoice ?? '')?.currency ?? customer.currency;
  const cost = readCost(context, params, { currency: params.currency ?? billed ?? 'usd' });
  requireSameCurrency(cost, params.currency, params);
  if (params.invoice !== undefined) requireOwnDraft(context, params.invoice, customer, cost.currency);
  const owner = { currency: cost.currency, customer: customer.id, subscription };
  requireRoom(context.store.invoices.get(params.invoice ?? '')?.lines ?? listPendingItems(context, owner));
  const id = newId('ii');
  const discountable = params.discountable ?? cost.amount >= 0;
  const item = addPendingItem(context, {
    ...cost,
    ...itemDiscounts(context, { ...cost, id, customer: customer.id, discountable, now }, params.discounts),
    id,
    created: now,
    customer: customer.id,
    subscription,
    tax_rates: usableTaxRates(context, params.tax_rates, 'tax_rates'),
    discountable,
    period_start: params.period?.start ?? now,
    period_end: params.period?.end ?? now,
    test_clock: customer.test_clock,
    metadata: changedMetadata({}, params.metadata),
  });
  if (params.invoice === undefined) return invoiceItemWire(context, item);
  forgetPending(context.store, item);
  const placed = context.store.invoiceItems.put({ ...item, invoice: params.invoice });
  refreshDraft(context, params.invoice);
  return invoiceItemWire(context, placed);
}

/** The next invoice takes all pending items. */
export function requireRoom(items: readonly unknown[]): void {
  if (items.length >= MOST_ITEMS) throw rejected(`An invoice can have up to ${MOST_ITEMS} invoice items.`);
}

function requireOwnDraft(context: Context, id: string, customer: Customer, currency: string): void {
  const invoice = requireDraft(context, id, 'invoice');
  if (invoice.customer !== customer.id) {
    throw rejected('The invoice belongs to another customer.', 'invoice');
  }
  if (invoice.currency === currency) return;
  throw rejected(
    `The currency of the invoice item (${currency}) does not match the currency of the invoice (${invoice.currency}).`,
    { param: 'currency' },
  );
}

/** What an item has before its cost changes; a new one has its currency alone. */
type Before = Pick<InvoiceItem, 'currency'> & Partial<Pick<InvoiceItem, 'price' | 'product'>>;

/** An ad hoc amount for the product of the item, or a price times a quantity. */
function readCost(context: Context, given: Given, { currency, price, product }: Before): PricedItem {
  const { amount, price_data: data, pricing, quantity = 1 } = given;
  const other = (['amount', 'pricing'] as const).find((name) => given[name] !== undefined);
  if (data !== undefined) {
    if (other !== undefined) throw exclusiveParameters(`${other}, price_data`, 'price_data');
    const priced = pricedOnce(context, inlinePrice(context, data, 'price_data'), quantity, 'price_data');
    return { ...priced, description: given.description ?? priced.description };
  }
  if (amount !== undefined && pricing !== undefined) throw exclusiveParameters('amount, pricing', 'amount');
  if (amount !== undefined && given.quantity !== undefined)
    throw exclusiveParameters('amount, quantity', 'amount');
  const { unit_amount_decimal: unit_amount } = given;
  if (unit_amount !== undefined) {
    if (other !== undefined)
      throw exclusiveParameters(`${other}, unit_amount_decimal`, 'unit_amount_decimal');
    const total = Math.round(Number((unit_amount * quantity).toFixed(8)));
    const description = given.description ?? null;
    return adHocItem(context, { amount: total, currency, description, product, quantity, unit_amount });
  }
  if (pricing === undefined) {
    if (amount !== undefined) {
      return adHocItem(context, { amount, currency, description: given.description ?? null, product });
    }
    if (price == null) throw missingParameter('amount');
    return pricedOnce(context, price, quantity, 'quantity', currency);
  }
  requireActivePrice(context, pricing.price, 'pricing[price]');
  const priced = pricedOnce(context, pricing.price, quantity, 'pricing[price]', currency);
  return { ...priced, description: given.description ?? priced.description };
}

function requireSameCurrency(
  { currency: found }: PricedItem,
  expected: string | undefined,
  { pricing }: Given,
): void {
  if (expected === undefined || found === expected) return;
  throw wrongCurrency(found, expected, pricing === undefined ? 'price_data[currency]' : 'pricing[price]');
}

/** Whether its invoice is finalized, or was deleted as a draft. */
function isBilled({ store }: Context, { invoice }: InvoiceItem): boolean {
  return invoice !== null && store.invoices.get(invoice)?.status !== 'draft';
}

function requireEditable(context: Context, id: string): InvoiceItem {
  const item = requireInvoiceItem(context, id);
  if (!isBilled(context, item)) return item;
  if (context.store.invoices.get(item.invoice ?? '') === undefined) {
    throw rejected('This invoice item has been deleted.');
  }
  throw rejected('Invoice items that are on a finalized invoice cannot be changed.', {
    code: 'invoice_not_editable',
  });
}

const COST = ['amount', 'price_data', 'pricing', 'quantity', 'unit_amount_decimal'] as const;

export function updateInvoiceItem(context: Context, params: Given, { id = '' }: PathParams): object {
  const before = requireEditable(context, id);
  const { description, discountable, metadata: change, period } = params;
  if (before.proration && discountable === true) {
    throw rejected('`discountable` cannot be `true` for prorations.', 'discountable');
  }
  const cost = COST.some((name) => params[name] !== undefined)
    ? readCost(context, params, before)
    : undefined;
  if (cost !== undefined) requireSameCurrency(cost, before.currency, params);
  const after = context.store.invoiceItems.put({
    ...before,
    ...cost,
    description: description === undefined ? before.description : description,
    discountable: discountable ?? before.discountable,
    ...itemDiscounts(
      context,
      { ...before, ...cost, now: context.time.now(before.test_clock) },
      params.discounts ?? before.discounts?.map((discount) => ({ discount })),
    ),
    ...defined({ tax_rates: changedTaxRates(context, params.tax_rates, 'tax_rates') }),
    period_start: period?.start ?? before.period_start,
    period_end: period?.end ?? before.period_end,
    metadata: changedMetadata(before.metadata, change),
  });
  if (after.invoice !== null) refreshDraft(context, after.invoice);
  return invoiceItemWire(context, after);
}

export function deleteInvoiceItem(context: Context, _params: object, { id = '' }: PathParams): object {
  const item = requireInvoiceItem(context, id);
  if (isBilled(context, item)) {
    throw rejected("Can't delete an invoice item that is attached to an invoice that is no longer editable");
  }
  context.store.invoiceItems.delete(id);
  if (item.invoice === null) forgetPending(context.store, item);
  else refreshDraft(context, item.invoice);
  emit(context, 'invoiceitem.deleted', invoiceItemWire(context, item));
  return { id, object: 'invoiceitem', deleted: true };
}
