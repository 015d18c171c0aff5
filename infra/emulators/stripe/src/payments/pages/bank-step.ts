import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRedirect, REDIRECT_METHODS } from '../../customers/methods/redirect-methods.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { FindContext } from '../../kinds/part.ts';
import { layout } from '../../pages/layout.ts';
import { type PageRequest, sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { authenticatePayment } from '../confirm-payment.ts';
import type { PaymentIntent, SetupIntent } from '../payment-entities.ts';
import { authenticateSetup } from '../set-up-card.ts';

type Intent = PaymentIntent | SetupIntent;

/** A payment or setup that was confirmed through the API. */
export function findIntent({ store }: Context, id: string): Intent | undefined {
  return store.paymentIntents.get(id) ?? store.setupIntents.get(id);
}

/** Records the cardholder's answer to the authentication step; only the first one counts. */
export function answerBank(context: Context, intent: Intent, body: string | undefined): void {
  const passed = new URLSearchParams(body ?? '').get('result') === 'complete';
  context.store.transact(() =>
    'amount' in intent
      ? authenticatePayment(context, intent, passed)
      : authenticateSetup(context, intent, passed),
  );
}

/** Statuses after a passed authentication: paid, authorized, or waiting for the manual confirmation. */
const PASSED = ['succeeded', 'requires_capture', 'requires_confirmation'];

/** The `return_url` of the confirmation, with Stripe's query parameters. */
function returnAddress(intent: Intent): string {
  const { id, client_secret, return_url, status } = intent;
  const kind = 'amount' in intent ? 'payment_intent' : 'setup_intent';
  const address = URL.parse(return_url ?? '');
  if (address === null) return '/';
  address.searchParams.set(kind, id);
  address.searchParams.set(`${kind}_client_secret`, client_secret);
  address.searchParams.set('redirect_status', PASSED.includes(status) ? 'succeeded' : 'failed');
  return address.href;
}

/** The bank's authentication step; the answer is posted to `path`. */
export function authenticationPage(context: Context, intent: Intent, path: string): string {
  const { last4, testCard = '' } = context.store.paymentMethods.get(intent.payment_method ?? '')?.card ?? {};
  const name = isRedirect(testCard) ? REDIRECT_METHODS[testCard].name : undefined;
  const asker = name ?? `The bank of the card ending in ${last4}`;
  const [complete, fail] =
    name === undefined ? ['Complete', 'Fail'] : ['Authorize test payment', 'Fail test payment'];
  const [title, asked] =
    'amount' in intent
      ? ['Authenticate your payment', money(intent.amount, intent.currency)]
      : [
          name === undefined ? 'Authenticate your card' : `Save ${name}`,
          'that it may be kept for later payments',
        ];
  const body = html`<main class="plain authentication">
<h1>${title}</h1>
<p>${asker} asks you to confirm ${asked}. Choose how this test goes.</p>
<form method="post" action="${path}" class="actions" data-once>
<button type="submit" class="button" name="result" value="complete">${complete}</button>
<button type="submit" class="button quiet" name="result" value="fail">${fail}</button>
</form>
</main>`;
  return layout(context, { title, scripts: ['once.ts', 'framed.ts'], body });
}

export const NO_PAYMENT = 'There is no payment at this address.';

/** The authentication page for confirmations through the API. */
export function paymentRoutes(server: FastifyInstance, findContext: FindContext): void {
  const handle = (request: FastifyRequest<PageRequest>, reply: FastifyReply) => {
    const { id } = request.params;
    const context = findContext(request, id);
    const intent = findIntent(context, id);
    if (intent === undefined) return sendNotFound(context, reply, NO_PAYMENT);
    const path = `${context.settings.pagesPath}/3d_secure/${id}`;
    if (request.method === 'POST') answerBank(context, intent, request.body);
    else if (intent.status === 'requires_action')
      return sendHtml(reply, authenticationPage(context, intent, path));
    return reply.redirect(returnAddress(findIntent(context, id) ?? intent), 303);
  };
  server.get<PageRequest>('/3d_secure/:id', handle);
  server.post<PageRequest>('/3d_secure/:id', handle);
}
