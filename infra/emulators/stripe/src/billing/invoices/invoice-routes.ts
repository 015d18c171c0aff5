import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { day } from '../../catalogue/period-text.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { createPaymentMethod } from '../../customers/methods/save-card.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { methodName } from '../../customers/pages/method-name.ts';
import { CARD_FIELDS, failureErrors, readCardForm } from '../../customers/pages/read-card-form.ts';
import { accountName, type Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { layout } from '../../pages/layout.ts';
import { answerForm, isScripted, type PageRequest, sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { authenticatePayment } from '../../payments/confirm-payment.ts';
import { authenticationPage } from '../../payments/pages/bank-step.ts';
import type { Charge, PaymentIntent } from '../../payments/payment-entities.ts';
import type { Invoice } from '../billing-entities.ts';
import {
  invoicePage,
  invoicePath,
  invoicePdf,
  invoiceRows,
  type Row,
  reverseChargeNote,
} from './invoice-page.ts';
import { keepMethod } from './invoices.ts';
import {
  collectInvoice,
  findPayer,
  paymentMethodFor,
  REQUIRES_ACTION,
  recover,
  requirePayment,
} from './pay-invoice.ts';

/** A finalized invoice's page, payment and PDF, and its credit notes' PDFs. */
export function invoiceRoutes(server: FastifyInstance, findContext: FindContext): void {
  const onFinalInvoice = onInvoice(findContext, {
    accepts: ({ status }) => status !== 'draft',
    otherwise: (context, reply) => sendNotFound(context, reply, 'There is no invoice at this address.'),
  });
  server.get<PageRequest>('/i/:id', ({ params }, reply) =>
    onFinalInvoice(params.id, reply, (context, invoice) => sendHtml(reply, invoicePage(context, invoice))),
  );
  server.get<PageRequest>('/i/:id/pdf', ({ params }, reply) =>
    onFinalInvoice(params.id, reply, (context, invoice) =>
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number}.pdf"`)
        .send(invoicePdf(context, invoice)),
    ),
  );
  invoicePaymentRoutes(server, findContext);
}

/** Payment of an open invoice on its page; all other requests lead back to the page. */
function invoicePaymentRoutes(server: FastifyInstance, findContext: FindContext): void {
  const onOpenInvoice = onInvoice(findContext, {
    accepts: ({ status }) => status === 'open',
    otherwise: (context, reply, id) => reply.redirect(invoicePath(context, { id }), 303),
  });
  server.post<PageRequest>('/i/:id/pay', ({ params }, reply) =>
    onOpenInvoice(params.id, reply, (context, invoice) => {
      const method = paymentMethodFor(context, findPayer(context, invoice));
      if (method === undefined) return reply.redirect(invoicePath(context, invoice), 303);
      const failure = context.store.transact(() => payOnPage(context, invoice, method));
      if (failure === null || failure === REQUIRES_ACTION)
        return reply.redirect(nextPath(context, invoice), 303);
      return sendHtml(reply, invoicePage(context, invoice, { failure: failure.message }));
    }),
  );
  server.post<PageRequest>('/i/:id/card', (request, reply) =>
    onOpenInvoice(request.params.id, reply, (context, invoice) => {
      const now = context.time.now(invoice.test_clock);
      const reading = readCardForm(request.body ?? '', now, CARD_FIELDS);
      const again = (errors: FormErrors) => {
        const page = () => invoicePage(context, invoice, { errors, given: reading.shownAgain });
        return answerForm(reply, isScripted(request), { errors, page });
      };
      if (!reading.valid) return again(reading.errors);
      const failure = context.store.transact((): PaymentFailure | null =>
        payOnPage(context, invoice, createPaymentMethod(context, reading.card, now)),
      );
      if (failure !== null && failure !== REQUIRES_ACTION) return again(failureErrors(failure));
      return answerForm(reply, isScripted(request), { redirect: nextPath(context, invoice) });
    }),
  );
  server.get<PageRequest>('/i/:id/authenticate', ({ params }, reply) =>
    onOpenInvoice(params.id, reply, (context, invoice) => {
      const payment = waitingPayment(context, invoice);
      if (payment === undefined) return reply.redirect(invoicePath(context, invoice), 303);
      return sendHtml(reply, authenticationPage(context, payment, nextPath(context, invoice)));
    }),
  );
  server.post<PageRequest>('/i/:id/authenticate', ({ params, body }, reply) =>
    onOpenInvoice(params.id, reply, (context, invoice) => {
      const payment = waitingPayment(context, invoice);
      const passed = new URLSearchParams(body ?? '').get('result') === 'complete';
      if (payment !== undefined) context.store.transact(() => authenticatePayment(context, payment, passed));
      const after = context.store.paymentIntents.get(invoice.payment_intent ?? '');
      if (after?.status === 'succeeded') return reply.redirect(invoicePath(context, invoice), 303);
      return sendHtml(reply, invoicePage(context, invoice, { failure: after?.lastError?.message ?? null }));
    }),
  );
}

/** The payment if it waits for authentication. */
function waitingPayment({ store }: Context, { payment_intent }: Invoice): PaymentIntent | undefined {
  const payment = store.paymentIntents.get(payment_intent ?? '');
  return payment?.status === 'requires_action' ? payment : undefined;
}

function nextPath(context: Context, invoice: Invoice): string {
  const path = invoicePath(context, invoice);
  return waitingPayment(context, invoice) === undefined ? path : `${path}/authenticate`;
}

/** Charges an open invoice while the customer is present. Returns why it is not paid yet, or null. */
function payOnPage(context: Context, invoice: Invoice, method: PaymentMethod): PaymentFailure | null {
  const { failure } = collectInvoice(context, invoice, method, { onSession: true });
  if (failure !== null) return failure;
  keepMethod(context, requirePayment(context, invoice), invoice);
  recover(context, invoice.subscription);
  return null;
}

interface Lookup {
  readonly accepts: (invoice: Invoice) => boolean;
  readonly otherwise: (context: Context, reply: FastifyReply, id: string) => FastifyReply;
}

/** Returns a function that answers with `act` if the invoice is accepted. */
function onInvoice(findContext: FindContext, { accepts, otherwise }: Lookup) {
  return (id: string, reply: FastifyReply, act: (context: Context, invoice: Invoice) => FastifyReply) => {
    const context = findContext(reply.request, id);
    const invoice = context.store.invoices.get(id);
    return invoice && accepts(invoice) ? act(context, invoice) : otherwise(context, reply, id);
  };
}

/** The receipt of a successful charge, of an invoice or of a payment alone. */
export function receiptRoutes(server: FastifyInstance, findContext: FindContext): void {
  for (const kind of ['invoices', 'payment']) {
    server.get<PageRequest>(`/receipts/${kind}/:id`, (request, reply) => {
      const { id } = request.params;
      const context = findContext(request, id);
      const charge = context.store.charges.get(id);
      if (charge === undefined || charge.failure !== null) return reply.callNotFound();
      return sendHtml(reply, receiptPage(context, charge));
    });
  }
}

/** What a customer gets for a successful charge. */
function receiptPage(context: Context, charge: Charge): string {
  const { card, created, currency, payment_intent } = charge;
  const title = `Receipt from ${accountName(context)}`;
  const { invoices, paymentIntents } = context.store;
  const invoice = invoices.get(paymentIntents.get(payment_intent ?? '')?.invoice ?? '');
  const note = invoice && reverseChargeNote(context, invoice);
  const paid = money(charge.amount_captured ?? charge.amount, currency);
  const body = html`<main class="plain">
<h1>${title}</h1>
<p class="muted">Paid on ${day(created)}</p>
<section class="panel">
<h2>Payment</h2>
<p class="plan-line"><span>Amount paid</span><span>${paid}</span></p>
<p class="plan-line"><span>Payment method</span><span>${methodName(card)}</span></p>
</section>
<section class="panel">
<h2>Summary</h2>
${listRows(context, charge, invoice).map(([what, amount]) => html`<p class="plan-line"><span>${what}</span><span>${amount}</span></p>`)}
${note && html`<p>${note}</p>`}
</section>
</main>`;
  return layout(context, { title, body });
}

function listRows(context: Context, charge: Charge, invoice: Invoice | undefined): readonly Row[] {
  const { amount, amount_refunded, currency, description } = charge;
  const rows: readonly Row[] =
    invoice === undefined
      ? [[description ?? 'Payment', money(amount, currency)]]
      : invoiceRows(context, invoice);
  return amount_refunded === 0 ? rows : [...rows, ['Refunded', money(-amount_refunded, currency)]];
}
