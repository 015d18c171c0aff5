import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Invoice, InvoiceLine } from '../state/billing-entities.ts';
import { addressWire } from './customer-wire.ts';
import { decimal } from './decimal.ts';

export function invoiceWire(context: Context, invoice: Invoice): Stripe.Invoice {
  return { ...UNUSED, ...identityOf(invoice), ...amountsOf(invoice), ...customerOf(context, invoice) };
}

function identityOf(invoice: Invoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0,
    auto_advance: invoice.status === 'open',
    billing_reason: invoice.billingReason,
    created: invoice.created,
    currency: invoice.currency,
    effective_at: invoice.created,
    lines: {
      object: 'list',
      data: invoice.lines.map((line) => invoiceLineWire(invoice, line)),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    metadata: invoice.metadata,
    next_payment_attempt: invoice.nextPaymentAttempt,
    number: invoice.number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: invoice.subscriptionMetadata, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    period_end: invoice.created,
    period_start: invoice.lines[0]?.periodStart ?? invoice.created,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: invoice.markedUncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    test_clock: invoice.testClock,
  } satisfies Partial<Stripe.Invoice>;
}

function amountsOf({ status, total }: Invoice) {
  const paid = status === 'paid' ? total : 0;
  return {
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: total - paid,
    amount_shipping: 0,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  } satisfies Partial<Stripe.Invoice>;
}

function customerOf({ store }: Context, invoice: Invoice) {
  const customer = store.customers.get(invoice.customer);
  return {
    customer: invoice.customer,
    customer_account: null,
    customer_address: addressWire(customer?.address ?? null),
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
  } satisfies Partial<Stripe.Invoice>;
}

export function invoiceLineWire(invoice: Invoice, line: InvoiceLine): Stripe.InvoiceLineItem {
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: invoice.subscriptionMetadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: invoice.subscription,
        subscription_item: line.subscriptionItem,
      },
      type: 'subscription_item_details',
    },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: line.product },
      type: 'price_details',
      unit_amount_decimal: decimal(line.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

const UNUSED = {
  account_country: 'US',
  account_name: null,
  account_tax_ids: null,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;
