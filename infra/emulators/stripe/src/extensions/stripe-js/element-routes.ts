import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actingContext, authenticatePublishable } from '../../calls/authenticate.ts';
import type { Answer } from '../../calls/call.ts';
import { sessionAt } from '../../checkout/pages/session-text.ts';
import { ApiError, noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import { noticeFrame } from '../../pages/layout.ts';
import { FRAMED_POLICY } from '../../pages/page-headers.ts';
import { sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { answerBank, authenticationPage, findIntent, NO_PAYMENT } from '../../payments/pages/bank-step.ts';
import { CREATIONS, confirmFromBrowser, intentOfSecret, shownToBrowser } from './browser-calls.ts';
import { checkoutWire } from './checkout-wire.ts';
import { cardElementPage, contactElementPage } from './element-pages.ts';

interface ElementRequest {
  Params: { readonly secret: string };
  Querystring: { readonly key?: string; readonly part?: string };
  Body: string | undefined;
}

type Finders = Readonly<Record<'intentContext' | 'keyContext' | 'sessionContext', FindContext>>;

/** The emulated Stripe.js's routes, open to any page that has the client secret or the publishable key. */
export function elementRoutes(
  server: FastifyInstance,
  { sessionContext, intentContext, keyContext }: Finders,
): void {
  for (const [name, page] of Object.entries({ card: cardElementPage, contact: contactElementPage })) {
    server.get<ElementRequest>(`/elements/${name}`, (request, reply) =>
      sendHtml(inFrame(reply), page(intentContext(request, ''), request.query.part)),
    );
  }
  server.get<ElementRequest>('/elements/sessions/:secret', (request, reply) =>
    answer(reply, () => {
      const { secret } = request.params;
      const context = sessionContext(request, secret);
      authenticatePublishable(context, request.query.key);
      const session = sessionAt(context, secret);
      if (session?.embedding === undefined) throw noSuch('checkout.session', readId(secret));
      if (session.embedding.isElements) return checkoutWire(context, session);
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
    answerForm(request, reply, {
      find: () => intentContext(request, readId(request.params.secret)),
      act: (context, form) =>
        confirmFromBrowser(context, intentOfSecret(context, request.params.secret), form),
    }),
  );
  for (const [kind, act] of Object.entries(CREATIONS)) {
    server.post<ElementRequest>(`/elements/${kind}`, (request, reply) =>
      answerForm(request, reply, { find: (key) => keyContext(request, key), act }),
    );
  }
  server.get<ElementRequest>('/elements/intents/:secret/authenticate', (request, reply) =>
    onBankStep(request, reply, intentContext),
  );
  server.post<ElementRequest>('/elements/intents/:secret/authenticate', (request, reply) =>
    onBankStep(request, reply, intentContext),
  );
}

interface FormAction {
  readonly find: (key: string) => Context;
  readonly act: (context: Context, form: URLSearchParams) => Answer;
}

/** Answers a form of the script, which has the publishable key and may name a connected account. */
function answerForm(
  { body = '' }: FastifyRequest<ElementRequest>,
  reply: FastifyReply,
  { find, act }: FormAction,
): FastifyReply {
  const form = new URLSearchParams(body);
  const [key, account] = ['key', 'account'].map((name) => {
    const value = form.get(name) ?? undefined;
    form.delete(name);
    return value;
  });
  return answer(reply, () => {
    const platform = find(key ?? '');
    const found = authenticatePublishable(platform, key);
    const { status, body } = act(actingContext(platform, account, found), form);
    reply.code(status);
    return body;
  });
}

/** Shows the authentication step while it awaits an answer, then a confirmation. */
function onBankStep(
  request: FastifyRequest<ElementRequest>,
  reply: FastifyReply,
  findContext: FindContext,
): FastifyReply {
  const { secret } = request.params;
  const id = readId(secret);
  const context = findContext(request, id);
  const framed = inFrame(reply);
  const intent = findIntent(context, id);
  if (intent?.client_secret !== secret) return sendNotFound(context, framed, NO_PAYMENT);
  if (request.method === 'POST') answerBank(context, intent, request.body);
  const now = findIntent(context, id);
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
function answer(reply: FastifyReply, work: () => object | string): FastifyReply {
  reply.header('access-control-allow-origin', '*').type('application/json');
  try {
    return reply.send(work());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.code(error.status).send(error.toBody());
  }
}
