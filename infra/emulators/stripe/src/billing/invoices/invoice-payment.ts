import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import type { Invoice } from '../billing-entities.ts';

type PaidByIntent = Invoice & { readonly payment_intent: string };

export function hasPayment(invoice: Invoice): invoice is PaidByIntent {
  return invoice.payment_intent !== null;
}

/** Derived from the invoice id, because an invoice has at most one payment. */
export function invoicePaymentId(invoice: Invoice): string {
  return `inpay_${invoice.id.slice('in_'.length)}`;
}

export function invoicePaymentWire(invoice: PaidByIntent): Stripe.InvoicePayment {
  const { paid_at, voided_at } = invoice.status_transitions;
  return {
    id: invoicePaymentId(invoice),
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.amount_due : null,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: invoice.payment_intent, type: 'payment_intent' },
    status: { draft: 'open', open: 'open', paid: 'paid', void: 'canceled', uncollectible: 'open' }[
      invoice.status
    ],
    status_transitions: { canceled_at: voided_at, paid_at },
  };
}

export function invoicePaymentsWire({ store }: Context, invoiceId: string): object {
  const invoice = store.invoices.get(invoiceId);
  const data = invoice !== undefined && hasPayment(invoice) ? [invoicePaymentWire(invoice)] : [];
  return { object: 'list', data, has_more: false, url: '/v1/invoices/payments' };
}
