import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finishAuthentication, type PaymentOutcome, paySession } from '../checkout/pay-session.ts';
import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { authenticationPage } from './authentication-page.ts';
import type { FormErrors } from './card-form.ts';
import { FIELDS } from './card-form.ts';
import { checkoutPage } from './checkout-page.ts';
import { plainPage } from './layout.ts';
import { readCardForm } from './read-card-form.ts';

interface PageRequest {
  Params: { readonly id: string };
  Body: string;
}

/** The pages of a checkout session: the form, the authentication step and what stands there afterwards. */
export function checkoutRoutes(server: FastifyInstance, context: Context): void {
  server.get<PageRequest>('/c/pay/:id', ({ params }, reply) =>
    withSession(context, reply, params.id, (session) => sendHtml(reply, pageOf(context, session))),
  );
  server.post<PageRequest>('/c/pay/:id', (request, reply) =>
    withSession(context, reply, request.params.id, (session) => pay(context, session, request, reply)),
  );
  server.get<PageRequest>('/c/pay/:id/authenticate', ({ params }, reply) =>
    withSession(context, reply, params.id, (session) =>
      session.awaitingAuthentication
        ? sendHtml(reply, authenticationPage(context, session))
        : reply.redirect(pathOf(context, session), 303),
    ),
  );
  server.post<PageRequest>('/c/pay/:id/authenticate', (request, reply) =>
    withSession(context, reply, request.params.id, (session) => {
      const passed = new URLSearchParams(request.body).get('result') === 'complete';
      const outcome = context.store.transact(() => finishAuthentication(context, session, passed));
      return reply.redirect(nextAddress(context, session, outcome) ?? pathOf(context, session), 303);
    }),
  );
}

function withSession(
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

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}

function pathOf({ settings }: Context, session: CheckoutSession): string {
  return `${settings.pagesPath}/c/pay/${session.id}`;
}

/** Only the literal placeholder is replaced; an encoded one stays as it is, as at Stripe. */
export function successAddress({ successUrl, id }: CheckoutSession): string {
  return successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function pageOf(context: Context, session: CheckoutSession): string {
  const { pagesPath } = context.settings;
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: 'Continue' };
    const text = 'This checkout session is complete. There is nothing left to pay.';
    return plainPage(pagesPath, { title: 'You have already paid', text, link });
  }
  if (session.status === 'expired') {
    const link = session.cancelUrl === null ? undefined : { href: session.cancelUrl, label: 'Back' };
    const text = 'This checkout session has expired. Nothing was charged. Please start again.';
    return plainPage(pagesPath, { title: 'This page has expired', text, link });
  }
  const failure = context.store.paymentIntents.get(session.paymentIntent ?? '')?.lastError ?? null;
  return checkoutPage(context, { session, errors: failure === null ? {} : { card_number: failure.message } });
}

function pay(
  context: Context,
  session: CheckoutSession,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
): FastifyReply {
  const scripted = request.headers.accept === 'application/json';
  const reading = readCardForm(request.body ?? '', context.time.now(session.testClock), FIELDS);
  if (!reading.valid && session.status === 'open') {
    if (scripted) return reply.send({ errors: reading.errors });
    const { errors, shownAgain: given } = reading;
    return sendHtml(reply, checkoutPage(context, { session, given, errors }));
  }
  if (!reading.valid) return goTo(reply, pathOf(context, session), scripted);
  const outcome = context.store.transact(() => paySession(context, session, reading.card));
  const next = nextAddress(context, session, outcome);
  if (next !== null) return goTo(reply, next, scripted);
  const errors: FormErrors = outcome.result === 'declined' ? { card_number: outcome.failure.message } : {};
  return scripted ? reply.send({ errors }) : reply.redirect(pathOf(context, session), 303);
}

function goTo(reply: FastifyReply, address: string, scripted: boolean): FastifyReply {
  return scripted ? reply.send({ redirect: address }) : reply.redirect(address, 303);
}

/** Where an outcome leads; null when the visitor stays on the form. */
function nextAddress(context: Context, session: CheckoutSession, outcome: PaymentOutcome): string | null {
  switch (outcome.result) {
    case 'complete':
      return successAddress(outcome.session);
    case 'authentication_required':
      return `${pathOf(context, session)}/authenticate`;
    case 'expired':
      return pathOf(context, session);
    case 'declined':
      return null;
  }
}
