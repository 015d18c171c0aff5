import type { FastifyInstance } from 'fastify';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { createPaymentMethod } from '../../customers/methods/save-card.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { CARD_FIELDS, failureErrors, readCardForm } from '../../customers/pages/read-card-form.ts';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { answerForm, isScripted, type PageRequest, sendHtml } from '../../pages/send-page.ts';
import { authenticatePayment } from '../../payments/confirm-payment.ts';
import { authenticationPage } from '../../payments/pages/bank-step.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import type { Invoice } from '../billing-entities.ts';
import { invoicePage, invoicePath } from './invoice-page.ts';
import { onInvoice } from './on-invoice.ts';
import {
  collectInvoice,
  findPayer,
  paymentMethodFor,
  REQUIRES_ACTION,
  recover,
  requirePayment,
} from './pay-invoice.ts';
import { keepMethod } from './settle-invoice.ts';

/** Payment of an open invoice on its page; all other requests lead back to the page. */
export function invoicePaymentRoutes(server: FastifyInstance, findContext: FindContext): void {
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
