import type Stripe from 'stripe';
import { summedDiscounts } from '../../catalogue/coupon-discounts.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { taxAmountWire, taxRatesWire } from '../../catalogue/tax-rate.ts';
import { balanceIn, settleBalance } from '../../customers/settlement.ts';
import { rejected } from '../../description/api-error.ts';
import { APPLICATION_ID, accountName, type Context } from '../../kinds/context.ts';
import { changing, finder, putting } from '../../kinds/objects.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { decimal, shown, unset } from '../../kinds/store/kind-type.ts';
import { findAddressee } from '../addressee.ts';
import type { Invoice, PaymentSettings } from '../billing-entities.ts';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../tax/tax.ts';
import { netAmount } from './discounted-lines.ts';
import { type InvoiceLine, pricingWire } from './invoice-item.ts';

const PLAIN = {
  ...unset<Stripe.Invoice>('invoice'),
  account_country: 'US',
  amount_overpaid: 0,
  amount_shipping: 0,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  issuer: { type: 'self' },
};

const TAXED: Stripe.Invoice.AutomaticTax = {
  disabled_reason: null,
  enabled: true,
  liability: { type: 'self' },
  provider: 'stripe',
  status: 'complete',
};

/** What Stripe does not show, or shows in another form. */
const OWN =
  'addressee automaticTax deliveries methodOptions methodTypes paid_out_of_band payment_intent quote split subscription subscriptionMetadata';

const show = shown<Stripe.Invoice>('invoice', PLAIN, OWN.split(' '));

export function invoiceWire(context: Context, invoice: Invoice): Stripe.Invoice {
  const { platform, settings } = context;
  const { created, custom_fields, due_date, from_invoice, id, status } = invoice;
  const page = status === 'draft' ? null : `${settings.publicUrl}${settings.pagesPath}/i/${id}`;
  const lines = invoice.lines.map((line) => invoiceLineWire(invoice, line));
  return show(invoice, {
    account_name: accountName(context),
    application: platform === null ? null : APPLICATION_ID,
    ...formatAmounts(context, invoice),
    attempted:
      invoice.attempt_count > 0 ||
      (invoice.status === 'paid' && !invoice.paid_out_of_band) ||
      isBeingPaid(context, invoice),
    auto_advance: isAdvanced(context, invoice),
    ...(invoice.automaticTax && { automatic_tax: TAXED }),
    collection_method: due_date == null ? 'charge_automatically' : 'send_invoice',
    custom_fields: custom_fields?.length ? custom_fields : null,
    ...findAddressee(context, invoice),
    default_tax_rates: taxRatesWire(context, invoice.default_tax_rates),
    effective_at: invoice.effective_at ?? invoice.status_transitions.finalized_at,
    from_invoice: from_invoice ? { action: 'revision', invoice: from_invoice.invoice } : null,
    hosted_invoice_url: page,
    invoice_pdf: page && `${page}/pdf`,
    lines: embeddedList(lines, `/v1/invoices/${id}/lines`),
    next_payment_attempt: nextAttempt(invoice),
    on_behalf_of: invoice.split?.on_behalf_of ?? null,
    parent: formatParent(invoice),
    payment_settings: {
      default_mandate: null,
      ...paymentSettingsWire(invoice, 'invoices_payment_method_options'),
    },
    period_end: created,
    period_start: invoice.period_start ?? firstPeriodStart(invoice),
    rendering: formatRendering(context, invoice),
    webhooks_delivered_at: deliveredAt(context, invoice),
  });
}

/** A first invoice is not charged again by itself, but is advanced while its payment waits. */
function isAdvanced(context: Context, invoice: Invoice): boolean {
  const { auto_advance, billing_reason, status } = invoice;
  if (status !== 'draft' && status !== 'open') return false;
  return auto_advance || (billing_reason === 'subscription_create' && isBeingPaid(context, invoice));
}

/** Whether a payment waits for the customer's authentication or for the bank. */
function isBeingPaid({ store }: Context, { payment_intent, status }: Invoice): boolean {
  const intent = status === 'open' ? store.paymentIntents.get(payment_intent ?? '') : undefined;
  return intent?.status === 'requires_action' || intent?.status === 'processing';
}

/** A draft is charged when it is finalized. */
function nextAttempt({
  due_date,
  automatically_finalizes_at,
  next_payment_attempt,
  status,
}: Invoice): number | null {
  return status === 'draft' && due_date == null ? (automatically_finalizes_at ?? null) : next_payment_attempt;
}

function firstPeriodStart({ billing_reason, created, lines }: Invoice): number {
  if (billing_reason === 'manual') return created;
  return lines.find(({ proration }) => !proration)?.period_start ?? created;
}

/** Null until each endpoint that listens has accepted the new invoice or was given up. */
function deliveredAt({ store }: Context, { created, deliveries = [] }: Invoice): number | null {
  const known = deliveries.flatMap((id) => store.deliveries.get(id) ?? []);
  if (known.some(({ status }) => status === 'pending')) return null;
  const seconds = known.map(({ attempts }) => Math.floor((attempts.at(-1)?.at ?? 0) / 1000));
  return Math.max(created, ...seconds);
}

/** Invoices that a subscription makes have none of their own. A final one has a page size, by the customer's language. */
function formatRendering(
  { store }: Context,
  { billing_reason, customer, rendering: given, status }: Invoice,
): Stripe.Invoice.Rendering | null {
  if (billing_reason !== 'manual' && given === undefined) return null;
  const { amount_tax_display = null, pdf: { page_size: size = 'auto' } = {} } = given ?? {};
  const isJapanese = store.customers.get(customer)?.preferred_locales[0]?.startsWith('ja') ?? false;
  const page_size = size !== 'auto' || status === 'draft' ? size : isJapanese ? 'a4' : 'letter';
  return { amount_tax_display, pdf: { page_size }, template: null, template_version: null };
}

function formatParent({
  quote,
  subscription,
  subscriptionMetadata: metadata,
}: Invoice): Stripe.Invoice.Parent | null {
  if (subscription === null) {
    return quote === undefined
      ? null
      : { quote_details: { quote }, subscription_details: null, type: 'quote_details' };
  }
  return {
    quote_details: null,
    subscription_details: { metadata, subscription },
    type: 'subscription_details',
  };
}

function formatAmounts({ store }: Context, invoice: Invoice) {
  const { status, total } = invoice;
  const { starting_balance, ending_balance, amount_due } =
    status === 'draft' ? formatDraft(store, invoice) : invoice;
  const paid = status === 'paid' ? amount_due : 0;
  const taxes = invoice.lines.flatMap(({ tax_amounts = [] }) => tax_amounts);
  const subtotal = invoice.lines.reduce((sum, line) => sum + netAmount(line), 0);
  return {
    amount_due,
    amount_paid: paid,
    amount_paid_off_stripe: invoice.paid_out_of_band === true ? paid : 0,
    amount_remaining: amount_due - paid,
    ending_balance,
    starting_balance: starting_balance ?? 0,
    ...formatDiscounts(invoice),
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveBeforeDiscounts(invoice),
    total_excluding_tax: total - inclusiveTax(taxes) - exclusiveTax(taxes),
    total_taxes: summedTaxes(taxes).map(taxAmountWire),
  } satisfies Partial<Stripe.Invoice>;
}

/** Tax included in the line amounts before discounts. */
function inclusiveBeforeDiscounts({ lines }: Invoice): number {
  return lines.reduce((sum, { amount, discount_amounts, tax_amounts }) => {
    const left = discount_amounts.reduce((rest, discount) => rest - discount.amount, amount);
    return left === 0 ? sum : sum + Math.round((inclusiveTax(tax_amounts) * amount) / left);
  }, 0);
}

/** Each discount's total over all lines. */
function formatDiscounts({ discounts: given, lines }: Invoice) {
  const taken = lines.flatMap((line) => line.discount_amounts.filter(({ amount }) => amount !== 0));
  const totals = summedDiscounts(taken);
  const own = new Set(lines.flatMap(({ discounts = [] }) => discounts));
  const others = totals.map(({ discount }) => discount).filter((discount) => !own.has(discount));
  return {
    discounts: [...(given ?? others)],
    total_discount_amounts: totals,
    total_pretax_credit_amounts: totals.map(creditWire),
  };
}

function creditWire({ amount, discount }: DiscountAmount) {
  return { amount, discount, type: 'discount' as const };
}

/** Finalization applies the balance; until then a draft shows what would be due now. */
function formatDraft(store: Context['store'], { customer, currency, total }: Invoice) {
  const settlement = settleBalance(total, balanceIn(currency, store.customers.get(customer)), currency);
  return { ...settlement, ending_balance: null };
}

export function invoiceLineWire(invoice: Invoice, line: InvoiceLine): Stripe.InvoiceLineItem {
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: line.discount_amounts.map(({ discount, amount }) => ({ amount, discount })),
    discountable: line.discountable,
    discounts: [...(line.discounts ?? [])],
    invoice: invoice.id,
    livemode: false,
    metadata: line.metadata ?? invoice.subscriptionMetadata,
    parent: formatLineParent(invoice, line),
    period: { end: line.period_end, start: line.period_start },
    pretax_credit_amounts: line.discount_amounts.map(creditWire),
    pricing: pricingWire(line),
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subtotal: line.amount,
    taxes: (line.tax_amounts ?? []).map(taxAmountWire),
    // Stripe describes `subscription` here, but answers it only under `parent`.
  } satisfies Omit<Stripe.InvoiceLineItem, 'subscription'> as Stripe.InvoiceLineItem;
}

function formatLineParent(invoice: Invoice, line: InvoiceLine): Stripe.InvoiceLineItem.Parent {
  const { invoice_item, subscription, subscription_item, proration } = line;
  const credited_items = creditedBy(invoice, line);
  const details = { proration, proration_details: { credited_items }, subscription };
  if (subscription_item === null) {
    return {
      invoice_item_details: { ...details, invoice_item: invoice_item ?? '' },
      subscription_item_details: null,
      type: 'invoice_item_details',
    };
  }
  return {
    invoice_item_details: null,
    subscription_item_details: { ...details, invoice_item, subscription_item },
    type: 'subscription_item_details',
  };
}

/** A charge that was pending when it was credited is billed on the same invoice as the credit. */
function creditedBy({ id, lines }: Invoice, { credited_items: credited }: InvoiceLine) {
  if (credited === null) return null;
  if ('lines' in credited) return { invoice: credited.invoice, invoice_line_items: [...credited.lines] };
  const charged = lines.filter(({ invoice_item }) => invoice_item === credited.invoice_item);
  return charged.length === 0 ? null : { invoice: id, invoice_line_items: charged.map((line) => line.id) };
}

/** What subscriptions and their invoices show alike of how they are paid. */
export function paymentSettingsWire(
  { methodTypes = null, methodOptions }: PaymentSettings,
  options: string,
  card: object = {},
) {
  const given = methodOptions && {
    ...{ ...unset(options), ...methodOptions },
    ...(methodOptions.card && {
      card: { ...card, request_three_d_secure: 'automatic', ...methodOptions.card },
    }),
  };
  return { payment_method_options: given ?? null, payment_method_types: methodTypes };
}

/** One that can still be changed. */
export function requireDraft(context: Context, id: string, param?: string): Invoice {
  const invoice = requireInvoice(context, id, param);
  if (invoice.status === 'draft') return invoice;
  throw rejected('Invalid invoice: This invoice is no longer editable', {
    code: 'invoice_not_editable',
    ...(param !== undefined && { param }),
  });
}

export const requireInvoice = finder('invoice', 'invoices');

export const putInvoice = putting('invoices', invoiceWire);

export const changeInvoice = changing('invoice.updated', 'invoices', invoiceWire);
