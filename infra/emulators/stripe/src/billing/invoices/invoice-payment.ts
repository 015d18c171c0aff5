import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, retrieval } from '../../kinds/endpoint.ts';
import { required } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { oneOf, optional, text } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import type { Invoice } from '../billing-entities.ts';

type PaidByIntent = Invoice & { readonly payment_intent: string };

export function hasPayment(invoice: Invoice): invoice is PaidByIntent {
  return invoice.payment_intent !== null;
}

export function invoicePaymentWire(invoice: PaidByIntent): Stripe.InvoicePayment {
  const { paid_at, voided_at } = invoice.status_transitions;
  return {
    // An invoice has at most one payment.
    id: `inpay_${invoice.id.slice('in_'.length)}`,
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

const listParams = object({
  ...listFields,
  invoice: optional(text()),
  payment: optional(object({ type: oneOf('payment_intent'), payment_intent: optional(text()) })),
  status: optional(oneOf('canceled', 'open', 'paid')),
});

const PATH = '/v1/invoice_payments';

export const invoicePaymentEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, (context, params) => {
    const intent = params.payment?.payment_intent;
    const matches = paymentsIn(context).filter(
      ({ invoice, payment, status }) =>
        (params.invoice === undefined || invoice === params.invoice) &&
        (intent === undefined || payment.payment_intent === intent) &&
        (params.status === undefined || status === params.status),
    );
    return readPage(context, { matches, url: PATH, kind: 'invoice_payment' }, params, (payment) => payment);
  }),
  retrieval(`${PATH}/:id`, (context, id) =>
    required(
      paymentsIn(context).find((payment) => payment.id === id),
      'invoice_payment',
      id,
    ),
  ),
];

const paymentsIn = ({ store }: Context) =>
  [...store.invoices.newestFirst()].filter(hasPayment).map(invoicePaymentWire);
