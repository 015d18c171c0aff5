import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest, noSuch } from '../errors/api-error.ts';
import { authenticatePublishable } from '../http/authenticate.ts';
import { authenticationPage } from './authentication-page.ts';
import { bankStep } from './bank-step.ts';
import { confirmFromBrowser, intentOfSecret, shownToBrowser } from './browser-intents.ts';
import { cardElementPage } from './card-element-page.ts';
import type { FindContext } from './find-context.ts';
import { noticeFrame } from './notice-frame.ts';
import { FRAMED_POLICY } from './page-headers.ts';
import { NO_PAYMENT } from './payment-routes.ts';
import { readCardForm } from './read-card-form.ts';
import { sendHtml, sendNotFound } from './send-page.ts';
import { sessionAt } from './session-path.ts';

interface ElementRequest {
  Params: { readonly secret: string };
  Querystring: { readonly key?: string };
  Body: string | undefined;
}

const CARD = ['card_number', 'expiry', 'cvc', 'postal_code'] as const;

/** The emulated Stripe.js's routes, open to any page that has the client secret. */
export function elementRoutes(
  server: FastifyInstance,
  {
    sessionContext,
    intentContext,
  }: { readonly sessionContext: FindContext; readonly intentContext: FindContext },
): void {
  server.get('/elements/card', (request, reply) =>
    sendHtml(inFrame(reply), cardElementPage(intentContext(request, ''))),
  );
  server.get<ElementRequest>('/elements/sessions/:secret', (request, reply) =>
    answer(reply, () => {
      const { secret } = request.params;
      const context = sessionContext(request, secret);
      authenticatePublishable(context, request.query.key);
      const session = sessionAt(context, secret);
      if (session?.embedding === undefined) throw noSuch('checkout.session', readId(secret));
      return { id: session.id, object: 'checkout.session', status: session.status };
    }),
  );
  server.get<ElementRequest>('/elements/intents/:secret', (request, reply) =>
    answer(reply, () => {
      const context = intentContext(request, readId(request.params.secret));
      authenticatePublishable(context, request.query.key);
      return shownToBrowser(context, intentOfSecret(context, request.params.secret));
    }),
  );
  server.post<ElementRequest>('/elements/intents/:secret/confirm', (request, reply) =>
    answer(reply, () => confirm(intentContext(request, readId(request.params.secret)), request)),
  );
  server.get<ElementRequest>('/elements/intents/:secret/authenticate', (request, reply) =>
    onBankStep(request, reply, intentContext, () => undefined),
  );
  server.post<ElementRequest>('/elements/intents/:secret/authenticate', (request, reply) =>
    onBankStep(request, reply, intentContext, (step) =>
      step.answer(new URLSearchParams(request.body ?? '').get('result') === 'complete'),
    ),
  );
}

function confirm(context: Context, { params, body = '' }: FastifyRequest<ElementRequest>): object {
  authenticatePublishable(context, new URLSearchParams(body).get('key') ?? undefined);
  const intent = intentOfSecret(context, params.secret);
  const reading = readCardForm(body, context.time.now(), CARD);
  if (!reading.valid) throw invalidRequest(Object.values(reading.errors)[0] ?? 'The card is not valid.');
  const form = new URLSearchParams(body);
  const holder = { email: form.get('email'), name: form.get('name') };
  const outcome = confirmFromBrowser(context, intent, { ...reading.card, ...holder });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** Shows the authentication step while it awaits an answer, then a confirmation. */
function onBankStep(
  request: FastifyRequest<ElementRequest>,
  reply: FastifyReply,
  findContext: FindContext,
  act: (step: NonNullable<ReturnType<typeof bankStep>>) => void,
): FastifyReply {
  const { secret } = request.params;
  const context = findContext(request, readId(secret));
  const framed = inFrame(reply);
  const step = bankStep(context, readId(secret));
  if (step?.intent.clientSecret !== secret) {
    return sendNotFound(context, framed, NO_PAYMENT);
  }
  act(step);
  const now = bankStep(context, readId(secret))?.intent;
  const path = `${context.settings.pagesPath}/elements/intents/${secret}/authenticate`;
  return now?.status === 'requires_action'
    ? sendHtml(framed, authenticationPage(context, now, path))
    : sendHtml(framed, noticeFrame(context, { notice: 'answered', text: 'Your bank has your answer.' }));
}

function readId(secret: string): string {
  return secret.split('_secret_')[0] ?? '';
}

function inFrame(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', FRAMED_POLICY);
}

/** Responses are readable by the app's page, whatever its origin. */
function answer(reply: FastifyReply, work: () => object): FastifyReply {
  reply.header('access-control-allow-origin', '*').type('application/json');
  try {
    return reply.send(work());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.code(error.status).send(error.toBody());
  }
}
