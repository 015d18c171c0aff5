import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { Invoice } from '../state/billing-entities.ts';

/** Each invoice of the emulator has exactly one payment; its id follows from the invoice's. */
export function invoicePaymentId(invoice: Invoice): string {
  return `inpay_${invoice.id.slice('in_'.length)}`;
}

export function invoicePaymentWire(invoice: Invoice): Stripe.InvoicePayment {
  return {
    id: invoicePaymentId(invoice),
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.total : null,
    amount_requested: invoice.total,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: invoice.paymentIntent, type: 'payment_intent' },
    status: { open: 'open', paid: 'paid', void: 'canceled', uncollectible: 'open' }[invoice.status],
    status_transitions: { canceled_at: invoice.voidedAt, paid_at: invoice.paidAt },
  };
}

export function invoicePaymentsWire({ store }: Context, invoiceId: string): object {
  const invoice = store.invoices.get(invoiceId);
  const data = invoice === undefined ? [] : [invoicePaymentWire(invoice)];
  return { object: 'list', data, has_more: false, url: `/v1/invoice_payments?invoice=${invoiceId}` };
}
