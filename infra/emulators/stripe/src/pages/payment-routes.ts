import type { FastifyInstance, FastifyReply } from 'fastify';
import { authenticatePayment } from '../billing/confirm-payment.ts';
import type { Context } from '../context.ts';
import type { PaymentIntent } from '../state/payment-entities.ts';
import { authenticationPage } from './authentication-page.ts';
import type { ContextOf } from './context-of.ts';
import { plainPage } from './layout.ts';
import { sendHtml } from './send-page.ts';

interface PaymentRequest {
  Params: { readonly id: string };
  Body: string | undefined;
}

/** The step at the cardholder's bank for a payment that was confirmed through the API. */
export function paymentRoutes(server: FastifyInstance, contextOf: ContextOf): void {
  server.get<PaymentRequest>('/3d_secure/:id', ({ params }, reply) => {
    const context = contextOf(reply.request, params.id);
    const intent = context.store.paymentIntents.get(params.id);
    if (intent === undefined) return nothingHere(context, reply);
    return intent.status === 'requires_action'
      ? sendHtml(reply, authenticationPage(context, intent, `/3d_secure/${intent.id}`))
      : reply.redirect(wayBack(intent), 303);
  });
  server.post<PaymentRequest>('/3d_secure/:id', ({ params, body }, reply) => {
    const context = contextOf(reply.request, params.id);
    const intent = context.store.paymentIntents.get(params.id);
    if (intent === undefined) return nothingHere(context, reply);
    const passed = new URLSearchParams(body ?? '').get('result') === 'complete';
    context.store.transact(() => authenticatePayment(context, intent, passed));
    return reply.redirect(wayBack(context.store.paymentIntents.get(intent.id) ?? intent), 303);
  });
}

function nothingHere({ settings }: Context, reply: FastifyReply): FastifyReply {
  const text = 'There is no payment at this address.';
  return sendHtml(reply.code(404), plainPage(settings.pagesPath, { title: 'Not found', text }));
}

/** The address that the confirmation named, with what Stripe adds to it. */
function wayBack({ id, clientSecret, returnUrl, status }: PaymentIntent): string {
  const address = URL.parse(returnUrl ?? '');
  if (address === null) return '/';
  address.searchParams.set('payment_intent', id);
  address.searchParams.set('payment_intent_client_secret', clientSecret);
  address.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return address.href;
}
