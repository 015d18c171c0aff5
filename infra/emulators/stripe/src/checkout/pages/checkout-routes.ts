import type { FastifyInstance, FastifyReply } from 'fastify';
import { triedMethod } from '../../customers/methods/payment-method.ts';
import { isRedirect } from '../../customers/methods/redirect-methods.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { CARD_FIELDS, failureErrors, readCardForm } from '../../customers/pages/read-card-form.ts';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { noticeFrame, plainPage } from '../../pages/layout.ts';
import { FRAMED_POLICY, policyLeadingTo } from '../../pages/page-headers.ts';
import {
  answerForm,
  isScripted,
  type PageRequest,
  sendHtml,
  sendNotFound,
  servePages,
} from '../../pages/send-page.ts';
import { authenticationPage } from '../../payments/pages/bank-step.ts';
import { type CheckoutSession, chosenItem } from '../checkout-entities.ts';
import { collectDetails } from '../collect-details.ts';
import {
  completeWithoutMethod,
  finishAuthentication,
  needsNoMethod,
  type PaymentOutcome,
  paySession,
  redirectsOf,
} from '../pay-session.ts';
import { hasReachedAnchor, startingNow } from '../price-lines.ts';
import { isRecoverable, recoverSession } from '../recover-session.ts';
import { collectsShippingAddress } from '../session-options.ts';
import { type CheckoutPageInput, checkoutPage } from './checkout-page.ts';
import { type Action, orderPages } from './order-routes.ts';
import { readAnswers } from './read-answers.ts';
import { sessionAt, sessionPath } from './session-text.ts';

const PAGES: Readonly<Record<string, Action>> = {
  GET: (context, session, reply) => sendHtml(reply, renderSession(context, pricedNow(context, session))),
  POST: pay,
  ...orderPages,
  'GET /authenticate': (context, session, reply) => {
    const intent = intentOf(context, session);
    const path = sessionPath(context, session);
    return session.awaitingAuthentication && intent !== undefined
      ? sendHtml(reply, authenticationPage(context, intent, `${path}/authenticate`))
      : reply.redirect(path, 303);
  },
  'POST /authenticate': (context, session, reply, { body }) => {
    const passed = new URLSearchParams(body).get('result') === 'complete';
    const outcome = context.store.transact(() => finishAuthentication(context, session, passed));
    return reply.redirect(nextAddress(context, session, outcome), 303);
  },
};

export function checkoutRoutes(server: FastifyInstance, findContext: FindContext): void {
  servePages<PageRequest, Action>(server, '/c/pay/:id', PAGES, (act, request, reply) => {
    const { id } = request.params;
    const context = findContext(request, id);
    const session = sessionAt(context, id);
    if (session === undefined) {
      return sendNotFound(context, reply, 'There is no checkout session at this address.');
    }
    const { success_url } = session;
    const policy = success_url === null ? FRAMED_POLICY : policyLeadingTo(success_url);
    return act(context, session, reply.header('content-security-policy', policy), request);
  });
  server.get<PageRequest>('/r/:id', (request, reply) => {
    const { id } = request.params;
    const context = findContext(request, id);
    const expired = context.store.sessions.get(id);
    if (expired === undefined || !isRecoverable(context, expired)) {
      const text = 'This link is not valid any more. Please start again.';
      return sendHtml(reply.code(404), plainPage(context, { title: 'Link expired', text }));
    }
    const copy = context.store.transact(() => recoverSession(context, expired));
    return reply.redirect(sessionPath(context, copy), 303);
  });
}

/** The payment, or the setup of what is saved without one. */
function intentOf({ store }: Context, { payment_intent, setup_intent }: CheckoutSession) {
  return store.paymentIntents.get(payment_intent ?? '') ?? store.setupIntents.get(setup_intent ?? '');
}

function pricedNow(context: Context, session: CheckoutSession): CheckoutSession {
  return context.store.transact(() => startingNow(context, session));
}

function renderSession(context: Context, session: CheckoutSession): string {
  if (session.embedding?.isElements) {
    return noticeFrame(context, { notice: 'answered', text: 'Your bank has your answer.' });
  }
  if (session.status !== 'open') return closedPage(context, session);
  const intent = intentOf(context, session);
  if (intent === undefined || intent.lastError === null) return checkoutPage(context, { session });
  const { lastError: failure } = intent;
  const { billing_details, card } = triedMethod(context, intent);
  const { email, name, postal_code } = billing_details;
  const given = { email: email ?? '', name: name ?? '', postal_code: postal_code ?? '' };
  const errors = isRedirect(card.testCard) ? { method: failure.message } : failureErrors(failure);
  return checkoutPage(context, { session, given, errors });
}

function closedPage(context: Context, session: CheckoutSession): string {
  const leadsTo = successAddress(session);
  if (session.status === 'complete' && session.embedding !== undefined) {
    const text = 'Your checkout is complete.';
    return noticeFrame(context, { notice: 'complete', text, leadsTo });
  }
  if (session.status === 'complete') {
    const link = leadsTo === null ? undefined : { href: leadsTo, label: 'Continue' };
    const text = 'This checkout session is complete. There is nothing left to pay.';
    return plainPage(context, { title: 'You have already paid', text, link });
  }
  const link = session.cancel_url === null ? undefined : { href: session.cancel_url, label: 'Back' };
  const text = 'This checkout session has expired. Nothing was charged. Please start again.';
  return plainPage(context, { title: 'This page has expired', text, link });
}

function pay(...[context, session, reply, request]: Parameters<Action>): FastifyReply {
  const scripted = isScripted(request);
  const showAgain = (input: CheckoutPageInput & { readonly errors: FormErrors }) =>
    answerForm(reply, scripted, { errors: input.errors, page: () => checkoutPage(context, input) });
  if (session.status === 'expired')
    return answerForm(reply, scripted, { redirect: sessionPath(context, session) });
  if (hasReachedAnchor(context, session)) {
    const current = pricedNow(context, session);
    const errors = { card_number: 'A new billing period has changed the total. Check it, then pay.' };
    return showAgain({ session: current, errors });
  }
  if (needsNoMethod(session)) return completeFree(context, session, reply, request);
  const body = request.body ?? '';
  // An element for a card does not ask for the name on it.
  const fields = session.embedding?.isElements ? CARD_FIELDS.filter((name) => name !== 'name') : CARD_FIELDS;
  const form = new URLSearchParams(body);
  const redirect = redirectsOf(session).find((type) => type === form.get('method'));
  const now = context.time.now(session.test_clock);
  const reading =
    redirect === undefined
      ? readCardForm(body, now, ['email', ...fields])
      : readCardForm(body, now, ['email'], testCardByName(redirect));
  const answers = readAnswers(context, session, form);
  const given = { ...reading.shownAgain, ...answers.shownAgain };
  if (!reading.valid || !answers.valid) {
    const errors = { ...(reading.valid ? {} : reading.errors), ...(answers.valid ? {} : answers.errors) };
    return showAgain({ session, given, errors });
  }
  const collected = context.store.transact(() => collectDetails(context, session, answers.collected));
  const choosesAnew = chosenItem(collected)?.chosenAmount !== chosenItem(session)?.chosenAmount;
  if (collected.amount_total !== session.amount_total && !choosesAnew) {
    return showAgain({ session: collected, given, errors: changedTotal(session, collected) });
  }
  const outcome = context.store.transact(() => paySession(context, collected, reading.card));
  if (outcome.result === 'declined' && scripted) {
    return reply.send({ errors: failureErrors(outcome.failure) });
  }
  return answerForm(reply, scripted, { redirect: nextAddress(context, session, outcome) });
}

/** Reports at the field that caused it that the total has changed. */
function changedTotal({ options, shipping }: CheckoutSession, after: CheckoutSession): FormErrors {
  if (shipping?.rate !== after.shipping?.rate)
    return { shipping_rate: 'This method has changed the total. Check it, then pay.' };
  const field = collectsShippingAddress(options) ? 'shipping_country' : 'country';
  return { [field]: 'The address has changed the total. Check it, then pay.' };
}

/** Completes a free session that collects no card: email and name are optional. */
function completeFree(...[context, session, reply, { body }]: Parameters<Action>): FastifyReply {
  const form = new URLSearchParams(body);
  const visitor = { email: form.get('email') || null, name: form.get('name') || null, postal_code: null };
  const answers = readAnswers(context, session, form);
  if (!answers.valid) {
    const { email, name } = visitor;
    const given = { email: email ?? '', name: name ?? '', ...answers.shownAgain };
    return sendHtml(reply, checkoutPage(context, { session, given, errors: answers.errors }));
  }
  const outcome = context.store.transact(() =>
    completeWithoutMethod(context, collectDetails(context, session, answers.collected), visitor),
  );
  return reply.redirect(nextAddress(context, session, outcome), 303);
}

/** Where an outcome leads: the success URL, the authentication step or back to the form. */
function nextAddress(context: Context, session: CheckoutSession, outcome: PaymentOutcome): string {
  const path = sessionPath(context, session);
  // An embedded page shows that it is done, and its parent navigates.
  if (outcome.result === 'complete') {
    return session.embedding === undefined ? (successAddress(outcome.session) ?? path) : path;
  }
  return outcome.result === 'authentication_required' ? `${path}/authenticate` : path;
}

/**
 * Where a completed session leads; null if the merchant's page stays. Like Stripe, replaces only the literal
 * placeholder, not an encoded one.
 */
function successAddress({ success_url, embedding, id }: CheckoutSession): string | null {
  // Cards need no redirect, so `if_required` never leaves the page.
  const leavesTo = embedding?.redirect === 'always' ? embedding.return_url : null;
  const address = embedding === undefined ? success_url : leavesTo;
  return address?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}
