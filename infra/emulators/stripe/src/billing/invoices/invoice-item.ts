import type Stripe from 'stripe';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { ApiError, noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { decimal } from '../../kinds/decimal-string.ts';
import { shown, unset } from '../../kinds/store/kind-type.ts';
import type { InvoiceItem, InvoiceLine } from './invoice-line.ts';

/** What Stripe does not show, or shows in another form. */
const OWN =
  'created credited_items discount_amounts period_end period_start price product subscription subscription_item unit_amount';

const show = shown<Stripe.InvoiceItem>('invoiceitem', unset('invoiceitem'), OWN.split(' '));

export function invoiceItemWire(context: Context, item: InvoiceItem): Stripe.InvoiceItem {
  return show(item, {
    date: item.created,
    discounts: item.discounts ?? (item.discount_amounts ?? []).map(({ discount }) => discount),
    frozen_fields: item.proration ? ['pricing', 'quantity', 'discounts'] : [],
    ...(item.discountable ? {} : { net_amount: netAmount(item) }),
    parent: formatParent(item),
    period: { end: item.period_end, start: item.period_start },
    pricing: pricingWire(item),
    ...(isOfSubscription(item) ? { proration_details: formatProrationDetails(item) } : {}),
    quantity_decimal: decimal(item.quantity),
    tax_rates: taxRatesWire(context, item.tax_rates),
  });
}

/** A canceled subscription leaves its prorations to the customer. */
function isOfSubscription({ proration, subscription }: InvoiceItem): boolean {
  return proration && subscription !== null;
}

function netAmount({ amount, discount_amounts = [] }: InvoiceItem): number {
  return discount_amounts.reduce((net, discount) => net - discount.amount, amount);
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
  const { status, type, message, details } = noSuch('Invoice Item', id, param);
  throw new ApiError(status, type, `${message}(livemode=${livemode})`, details);
}
