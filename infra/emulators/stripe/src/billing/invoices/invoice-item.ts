import type Stripe from 'stripe';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { type TaxAmount, taxRatesWire } from '../../catalogue/tax-rate.ts';
import { noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { decimal, type Labelled, type Metadata, shown, unset } from '../../kinds/store/kind-type.ts';

interface Billed {
  readonly id: string;
  readonly description: string | null;
  /** In the currency's smallest unit; negative for a credit. */
  readonly amount: number;
  readonly quantity: number;
  readonly unit_amount: number;
  /** Null for an ad hoc amount. */
  readonly price: string | null;
  readonly product: string | null;
  readonly subscription: string | null;
  readonly subscription_item: string | null;
  readonly proration: boolean;
  readonly credited_items: CreditedItems | null;
  readonly discountable: boolean;
  /** Its own discounts, applied before those of the invoice. */
  readonly discounts?: readonly string[];
  readonly tax_rates?: readonly string[];
  readonly period_start: number;
  readonly period_end: number;
}

export interface InvoiceItem extends Billed, Labelled {
  readonly customer: string;
  readonly currency: string;
  /** Null while pending. */
  readonly invoice: string | null;
  readonly test_clock: string | null;
  /** The discounts of a proration, and those of the item itself. */
  readonly discount_amounts?: readonly DiscountAmount[];
}

/** The charge that a credit is for: lines of an invoice, or an invoice item that was still pending. */
export type CreditedItems =
  | { readonly invoice: string; readonly lines: readonly string[] }
  | { readonly invoice_item: string };

export interface InvoiceLine extends Billed {
  /** This and `metadata` are null for a subscription period, which shows the subscription's metadata. */
  readonly invoice_item: string | null;
  readonly metadata: Metadata | null;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly tax_amounts?: readonly TaxAmount[];
}

/** What Stripe does not show, or shows in another form. */
const OWN =
  'created credited_items discount_amounts period_end period_start price product subscription subscription_item unit_amount';

const show = shown<Stripe.InvoiceItem>('invoiceitem', unset('invoiceitem'), OWN.split(' '));

export function invoiceItemWire(context: Context, item: InvoiceItem): Stripe.InvoiceItem {
  const { amount, discount_amounts: off = [] } = item;
  return show(item, {
    date: item.created,
    discounts: item.discounts ?? off.map(({ discount }) => discount),
    frozen_fields: item.proration ? ['pricing', 'quantity', 'discounts'] : [],
    ...(item.discountable
      ? {}
      : { net_amount: off.reduce((net, discount) => net - discount.amount, amount) }),
    parent: formatParent(item),
    period: { end: item.period_end, start: item.period_start },
    pricing: pricingWire(item),
    // A canceled subscription leaves its prorations to the customer.
    ...(item.proration && item.subscription !== null
      ? { proration_details: formatProrationDetails(item) }
      : {}),
    quantity_decimal: decimal(item.quantity),
    tax_rates: taxRatesWire(context, item.tax_rates),
  });
}

function formatProrationDetails(item: InvoiceItem): Stripe.InvoiceItem.ProrationDetails {
  return {
    credited_items: formatCreditedItems(item),
    discount_amounts: (item.discount_amounts ?? []).map(({ amount, discount }) => ({ amount, discount })),
  };
}

function formatCreditedItems({
  credited_items: credited,
}: InvoiceItem): Stripe.InvoiceItem.ProrationDetails.CreditedItems | null {
  if (credited === null) return null;
  if ('invoice_item' in credited) return { invoice_item: credited.invoice_item, type: 'invoice_item' };
  const details = { invoice: credited.invoice, invoice_line_items: [...credited.lines] };
  return { invoice_line_item_details: details, type: 'invoice_line_items' };
}

function formatParent({ subscription, subscription_item }: InvoiceItem): Stripe.InvoiceItem.Parent | null {
  if (subscription === null) return null;
  return {
    subscription_details: {
      subscription,
      ...(subscription_item === null ? {} : { subscription_item }),
    },
    type: 'subscription_details',
  };
}

type Priced = Pick<InvoiceLine, 'price' | 'product' | 'proration' | 'unit_amount'>;

/** A proration has no unit price. */
export function pricingWire({ price, product, proration, unit_amount }: Priced): Stripe.InvoiceItem.Pricing {
  const details = price !== null && product !== null && { price_details: { price, product } };
  const unit_amount_decimal = proration ? null : decimal(unit_amount);
  return { ...details, type: 'price_details', unit_amount_decimal };
}

/** Unlike those of other objects, its error says the mode. */
export function requireInvoiceItem({ livemode, store }: Context, id: string, param?: string): InvoiceItem {
  const item = store.invoiceItems.get(id);
  if (item !== undefined) return item;
  const missing = noSuch('Invoice Item', id, param);
  throw missing.reworded(`${missing.message}(livemode=${livemode})`);
}
