import type Stripe from 'stripe';
import type { DiscountAmount } from '../../catalogue/discount-entities.ts';
import { taxAmountWire, taxRatesWire } from '../../catalogue/tax-rate.ts';
import { balanceIn, settleBalance } from '../../customers/settlement.ts';
import { unset } from '../../description/unset.ts';
import { APPLICATION_ID, accountName, type Context } from '../../kinds/context.ts';
import { decimal } from '../../kinds/decimal-string.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import { findAddressee } from '../addressee.ts';
import type { Invoice, InvoiceLine } from '../billing-entities.ts';
import { summedDiscounts } from '../subscriptions/active-discounts.ts';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../tax/tax.ts';
import { pricingWire } from './invoice-item.ts';
import { netAmount } from './invoice-total.ts';

export function invoiceWire(context: Context, invoice: Invoice): Stripe.Invoice {
  return {
    ...UNUSED,
    account_name: accountName(context),
    application: context.platform === null ? null : APPLICATION_ID,
    ...formatIdentity(context, invoice),
    ...formatAmounts(context, invoice),
    ...formatCollection(context, invoice),
    payment_settings: {
      default_mandate: null,
      payment_method_options: methodOptionsWire(invoice),
      payment_method_types: (invoice.methodTypes ?? null) as Settings['payment_method_types'],
    },
    ...formatCustomer(context, invoice),
  };
}

function formatIdentity(context: Context, invoice: Invoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0 || isPaidByStripe(invoice) || isBeingPaid(context, invoice),
    auto_advance: isAdvanced(context, invoice),
    billing_reason: invoice.billingReason,
    created: invoice.created,
    currency: invoice.currency,
    from_invoice: invoice.fromInvoice ? { action: 'revision', invoice: invoice.fromInvoice.invoice } : null,
    latest_revision: invoice.latestRevision ?? null,
    effective_at: invoice.effectiveAt ?? invoice.finalizedAt,
    lines: embeddedList(
      invoice.lines.map((line) => invoiceLineWire(invoice, line)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    metadata: invoice.metadata,
    next_payment_attempt: nextAttempt(invoice),
    number: invoice.number,
    parent: formatParent(invoice),
    ...formatRendering(context, invoice),
    webhooks_delivered_at: deliveredAt(context, invoice),
    period_end: invoice.created,
    period_start: invoice.periodStart ?? firstPeriodStart(invoice),
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.markedUncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    test_clock: invoice.testClock,
    ...formatThreshold(invoice),
  } satisfies Partial<Stripe.Invoice>;
}

/** A first invoice is not charged again by itself, but is advanced while its payment waits. */
function isAdvanced(context: Context, invoice: Invoice): boolean {
  const { autoAdvance, billingReason, status } = invoice;
  if (status !== 'draft' && status !== 'open') return false;
  return autoAdvance || (billingReason === 'subscription_create' && isBeingPaid(context, invoice));
}

/** A payment outside Stripe is no attempt. */
function isPaidByStripe({ paidOutOfBand, status }: Invoice): boolean {
  return status === 'paid' && paidOutOfBand !== true;
}

/** Whether a payment waits for the customer's authentication or for the bank. */
function isBeingPaid({ store }: Context, { paymentIntent, status }: Invoice): boolean {
  const intent = status === 'open' ? store.paymentIntents.get(paymentIntent ?? '') : undefined;
  return intent?.status === 'requires_action' || intent?.status === 'processing';
}

/** A draft is charged when it is finalized. */
function nextAttempt({ dueDate, finalizesAt, nextPaymentAttempt, status }: Invoice): number | null {
  return status === 'draft' && dueDate == null ? (finalizesAt ?? null) : nextPaymentAttempt;
}

function firstPeriodStart({ billingReason, created, lines }: Invoice): number {
  if (billingReason === 'manual') return created;
  return lines.find(({ proration }) => !proration)?.periodStart ?? created;
}

/** Null until each endpoint that listens has accepted the new invoice or was given up. */
function deliveredAt({ store }: Context, { created, deliveries = [] }: Invoice): number | null {
  const known = deliveries.flatMap((id) => store.deliveries.get(id) ?? []);
  if (known.some(({ status }) => status === 'pending')) return null;
  const seconds = known.map(({ attempts }) => Math.floor((attempts.at(-1)?.at ?? 0) / 1000));
  return Math.max(created, ...seconds);
}

/** Invoices that a subscription makes have none of their own. A final one has a page size, by the customer's language. */
function formatRendering({ store }: Context, { billingReason, customer, rendering: given, status }: Invoice) {
  const { amountTaxDisplay: display = null, pageSize: size = 'auto' } = given ?? {};
  const isJapanese = store.customers.get(customer)?.preferred_locales?.[0]?.startsWith('ja') ?? false;
  const pageSize = size !== 'auto' || status === 'draft' ? size : isJapanese ? 'a4' : 'letter';
  const rendering: Stripe.Invoice.Rendering = {
    amount_tax_display: display,
    pdf: { page_size: pageSize },
    template: null,
    template_version: null,
  };
  return {
    rendering: billingReason === 'manual' || given !== undefined ? rendering : null,
  } satisfies Partial<Stripe.Invoice>;
}

/** Only an invoice for a threshold has it. */
function formatThreshold({ thresholdReason }: Invoice): Pick<Stripe.Invoice, 'threshold_reason'> {
  if (thresholdReason === undefined) return {};
  const { amount, items } = thresholdReason;
  const reasons = items.map(({ lines, usage }) => ({ line_item_ids: [...lines], usage_gte: usage }));
  return { threshold_reason: { amount_gte: amount, item_reasons: reasons } };
}

function formatParent({
  subscription,
  subscriptionMetadata: metadata,
}: Invoice): Stripe.Invoice.Parent | null {
  if (subscription === null) return null;
  return {
    quote_details: null,
    subscription_details: { metadata, subscription },
    type: 'subscription_details',
  };
}

function formatAmounts({ store }: Context, invoice: Invoice) {
  const { status, total } = invoice;
  const { startingBalance, endingBalance, amountDue } =
    status === 'draft' ? formatDraft(store, invoice) : invoice;
  const paid = status === 'paid' ? amountDue : 0;
  const taxes = invoice.lines.flatMap(({ taxAmounts = [] }) => taxAmounts);
  const subtotal = invoice.lines.reduce((sum, line) => sum + netAmount(line), 0);
  return {
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_paid_off_stripe: invoice.paidOutOfBand === true ? paid : 0,
    amount_remaining: amountDue - paid,
    amount_shipping: 0,
    ending_balance: endingBalance,
    post_payment_credit_notes_amount: invoice.postPaymentCredited,
    pre_payment_credit_notes_amount: invoice.prePaymentCredited,
    starting_balance: startingBalance ?? 0,
    ...formatDiscounts(invoice),
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveBeforeDiscounts(invoice),
    total,
    total_excluding_tax: total - inclusiveTax(taxes) - exclusiveTax(taxes),
    total_taxes: summedTaxes(taxes).map(taxAmountWire),
  } satisfies Partial<Stripe.Invoice>;
}

/** Tax included in the line amounts before discounts. */
function inclusiveBeforeDiscounts({ lines }: Invoice): number {
  return lines.reduce((sum, { amount, discountAmounts, taxAmounts }) => {
    const left = discountAmounts.reduce((rest, discount) => rest - discount.amount, amount);
    return left === 0 ? sum : sum + Math.round((inclusiveTax(taxAmounts) * amount) / left);
  }, 0);
}

/** Each discount's total over all lines. */
function formatDiscounts({ discounts: given, lines }: Invoice) {
  const taken = lines.flatMap((line) => line.discountAmounts.filter(({ amount }) => amount !== 0));
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
  return { ...settlement, endingBalance: null };
}

function formatCollection(context: Context, invoice: Invoice) {
  const { settings } = context;
  const { id, status, dueDate = null, finalizesAt = null, description = null, footer = null } = invoice;
  const page = status === 'draft' ? null : `${settings.publicUrl}${settings.pagesPath}/i/${id}`;
  return {
    automatic_tax: taxWire(invoice),
    automatically_finalizes_at: finalizesAt,
    collection_method: dueDate === null ? 'charge_automatically' : 'send_invoice',
    custom_fields: invoice.customFields?.length ? [...invoice.customFields] : null,
    default_payment_method: invoice.defaultPaymentMethod ?? null,
    default_tax_rates: taxRatesWire(context, invoice.defaultTaxRates),
    description,
    due_date: dueDate,
    footer,
    hosted_invoice_url: page,
    invoice_pdf: page && `${page}/pdf`,
    on_behalf_of: invoice.split?.onBehalfOf ?? null,
    statement_descriptor: invoice.statementDescriptor ?? null,
  } satisfies Partial<Stripe.Invoice>;
}

function taxWire({ automaticTax = false }: Invoice): Stripe.Invoice.AutomaticTax {
  if (!automaticTax)
    return { disabled_reason: null, enabled: false, liability: null, provider: null, status: null };
  return {
    disabled_reason: null,
    enabled: true,
    liability: { type: 'self' },
    provider: 'stripe',
    status: 'complete',
  };
}

function formatCustomer(context: Context, invoice: Invoice) {
  const { address, email, name, phone, shipping, taxExempt, taxIds } = findAddressee(context, invoice);
  return {
    customer: invoice.customer,
    customer_account: null,
    customer_address: address,
    customer_email: email,
    customer_name: name,
    customer_phone: phone,
    customer_shipping: shipping,
    customer_tax_exempt: taxExempt ?? 'none',
    customer_tax_ids: [...taxIds],
  } satisfies Partial<Stripe.Invoice>;
}

export function invoiceLineWire(invoice: Invoice, line: InvoiceLine): Stripe.InvoiceLineItem {
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: line.discountAmounts.map(({ discount, amount }) => ({ amount, discount })),
    discountable: line.discountable,
    discounts: [...(line.discounts ?? [])],
    invoice: invoice.id,
    livemode: false,
    metadata: line.metadata ?? invoice.subscriptionMetadata,
    parent: formatLineParent(invoice, line),
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: line.discountAmounts.map(creditWire),
    pricing: pricingWire(line),
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subtotal: line.amount,
    taxes: (line.taxAmounts ?? []).map(taxAmountWire),
    // Stripe describes `subscription` here, but answers it only under `parent`.
  } satisfies Omit<Stripe.InvoiceLineItem, 'subscription'> as Stripe.InvoiceLineItem;
}

function formatLineParent(invoice: Invoice, line: InvoiceLine): Stripe.InvoiceLineItem.Parent {
  const { invoiceItem, subscription, subscriptionItem, proration } = line;
  const credited_items = creditedBy(invoice, line);
  const details = { proration, proration_details: { credited_items }, subscription };
  if (subscriptionItem === null) {
    return {
      invoice_item_details: { ...details, invoice_item: invoiceItem ?? '' },
      subscription_item_details: null,
      type: 'invoice_item_details',
    };
  }
  return {
    invoice_item_details: null,
    subscription_item_details: { ...details, invoice_item: invoiceItem, subscription_item: subscriptionItem },
    type: 'subscription_item_details',
  };
}

/** A charge that was pending when it was credited is billed on the same invoice as the credit. */
function creditedBy({ id, lines }: Invoice, { creditedItems: credited }: InvoiceLine) {
  if (credited === null) return null;
  if ('lines' in credited) return { invoice: credited.invoice, invoice_line_items: [...credited.lines] };
  const charged = lines.filter(({ invoiceItem }) => invoiceItem === credited.invoiceItem);
  return charged.length === 0 ? null : { invoice: id, invoice_line_items: charged.map((line) => line.id) };
}

type Settings = Stripe.Invoice.PaymentSettings;

/** Those of its subscription. */
function methodOptionsWire({ threeDSecure }: Invoice): Settings['payment_method_options'] {
  if (threeDSecure === undefined) return null;
  return {
    ...unset<Stripe.Invoice.PaymentSettings.PaymentMethodOptions>('invoices_payment_method_options'),
    card: { request_three_d_secure: threeDSecure },
  };
}

const UNUSED = {
  ...unset<Stripe.Invoice>('invoice'),
  account_country: 'US',
  issuer: { type: 'self' },
  livemode: false,
} satisfies Partial<Stripe.Invoice>;
