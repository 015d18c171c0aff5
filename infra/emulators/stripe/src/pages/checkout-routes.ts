import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finishAuthentication, type PaymentOutcome, paySession } from '../checkout/pay-session.ts';
import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { authenticationPage } from './authentication-page.ts';
import { FIELDS } from './card-form.ts';
import { checkoutPage } from './checkout-page.ts';
import { plainPage } from './layout.ts';
import { readCardForm } from './read-card-form.ts';
import { answerForm, isScripted, sendHtml } from './send-page.ts';
import { successAddress } from './success-address.ts';

interface PageRequest {
  Params: { readonly id: string };
  Body: string;
}

/** The pages of a checkout session: the form, the authentication step and what stands there afterwards. */
export function checkoutRoutes(server: FastifyInstance, context: Context): void {
  server.get<PageRequest>('/c/pay/:id', ({ params }, reply) =>
    onSession(context, reply, params.id, (session) => sendHtml(reply, pageOf(context, session))),
  );
  server.post<PageRequest>('/c/pay/:id', (request, reply) =>
    onSession(context, reply, request.params.id, (session) => pay(context, session, request, reply)),
  );
  server.get<PageRequest>('/c/pay/:id/authenticate', ({ params }, reply) =>
    onSession(context, reply, params.id, (session) =>
      session.awaitingAuthentication
        ? sendHtml(reply, authenticationPage(context, session))
        : reply.redirect(pathOf(context, session), 303),
    ),
  );
  server.post<PageRequest>('/c/pay/:id/authenticate', (request, reply) =>
    onSession(context, reply, request.params.id, (session) => {
      const passed = new URLSearchParams(request.body).get('result') === 'complete';
      const outcome = context.store.transact(() => finishAuthentication(context, session, passed));
      return reply.redirect(nextAddress(context, session, outcome), 303);
    }),
  );
}

function onSession(
  context: Context,
  reply: FastifyReply,
  id: string,
  show: (session: CheckoutSession) => FastifyReply,
): FastifyReply {
  const session = context.store.sessions.get(id);
  if (session !== undefined) return show(session);
  const text = 'There is no checkout session at this address.';
  return sendHtml(reply.code(404), plainPage(context.settings.pagesPath, { title: 'Not found', text }));
}

function pathOf({ settings }: Context, session: CheckoutSession): string {
  return `${settings.pagesPath}/c/pay/${session.id}`;
}

function pageOf(context: Context, session: CheckoutSession): string {
  if (session.status !== 'open') return closedPage(context, session);
  const failure = context.store.paymentIntents.get(session.paymentIntent ?? '')?.lastError ?? null;
  return checkoutPage(context, { session, errors: failure === null ? {} : { card_number: failure.message } });
}

function closedPage({ settings }: Context, session: CheckoutSession): string {
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: 'Continue' };
    const text = 'This checkout session is complete. There is nothing left to pay.';
    return plainPage(settings.pagesPath, { title: 'You have already paid', text, link });
  }
  const link = session.cancelUrl === null ? undefined : { href: session.cancelUrl, label: 'Back' };
  const text = 'This checkout session has expired. Nothing was charged. Please start again.';
  return plainPage(settings.pagesPath, { title: 'This page has expired', text, link });
}

function pay(
  context: Context,
  session: CheckoutSession,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
): FastifyReply {
  const scripted = isScripted(request);
  if (session.status === 'expired')
    return answerForm(reply, scripted, { redirect: pathOf(context, session) });
  const reading = readCardForm(request.body ?? '', context.time.now(session.testClock), FIELDS);
  if (!reading.valid) {
    const { errors, shownAgain: given } = reading;
    return answerForm(reply, scripted, {
      errors,
      page: () => checkoutPage(context, { session, given, errors }),
    });
  }
  const outcome = context.store.transact(() => paySession(context, session, reading.card));
  if (outcome.result === 'declined' && scripted) {
    return reply.send({ errors: { card_number: outcome.failure.message } });
  }
  return answerForm(reply, scripted, { redirect: nextAddress(context, session, outcome) });
}

/** Where an outcome leads: on, or back to the form, which says why. */
function nextAddress(context: Context, session: CheckoutSession, outcome: PaymentOutcome): string {
  if (outcome.result === 'complete') return successAddress(outcome.session);
  const path = pathOf(context, session);
  return outcome.result === 'authentication_required' ? `${path}/authenticate` : path;
}
