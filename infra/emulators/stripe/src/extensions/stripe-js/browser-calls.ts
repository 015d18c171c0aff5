import { type Answer, answerCall } from '../../calls/call.ts';
import { managePaymentMethodEndpoints } from '../../customers/methods/manage-payment-methods.ts';
import { newMethod } from '../../customers/methods/save-card.ts';
import { cardTokenEndpoint, newToken, tokenEndpoints } from '../../customers/methods/tokens.ts';
import { readCardForm } from '../../customers/pages/read-card-form.ts';
import { invalidRequest, rejected } from '../../description/api-error.ts';
import { API_VERSION } from '../../description/description.ts';
import type { Context } from '../../kinds/context.ts';
import type { Endpoint } from '../../kinds/endpoint.ts';
import { newId } from '../../kinds/objects.ts';
import { written } from '../../kinds/versions/in-version.ts';
import { confirmationTokenEndpoints } from '../../payments/confirmation-tokens.ts';
import type { PaymentIntent, SetupIntent } from '../../payments/payment-entities.ts';
import { paymentIntentWire, requireIntent } from '../../payments/payment-intent.ts';
import { paymentConfirmation } from '../../payments/payment-intents.ts';
import { rejectOtherSecret } from '../../payments/payment-params.ts';
import { publicIntent } from '../../payments/public-intent.ts';
import { requireSetupIntent, setupIntentWire } from '../../payments/setup-intent.ts';
import { setupConfirmation } from '../../payments/setup-intents.ts';

export function intentOfSecret(context: Context, secret: string): PaymentIntent | SetupIntent {
  const [id = ''] = secret.split('_secret_');
  const isSetup = id.startsWith('seti_');
  const intent = isSetup ? requireSetupIntent(context, id) : requireIntent(context, id);
  rejectOtherSecret(isSetup ? 'SetupIntent' : 'PaymentIntent', intent, secret);
  return intent;
}

export function shownToBrowser(context: Context, intent: PaymentIntent | SetupIntent): object {
  const wire = 'amount' in intent ? paymentIntentWire(context, intent) : setupIntentWire(context, intent);
  return written(context, publicIntent(wire));
}

/** Confirms with the entered card, or with what the form says. The script shows the terms of a mandate, if there is one. */
export function confirmFromBrowser(
  context: Context,
  intent: PaymentIntent | SetupIntent,
  form: URLSearchParams,
): Answer {
  if ('amount' in intent) rejectManual(intent);
  const acceptance = 'mandate_data[customer_acceptance]';
  if (!form.has(`${acceptance}[type]`)) {
    form.set(`${acceptance}[type]`, 'online');
    form.set(`${acceptance}[online][user_agent]`, 'Stripe.js');
  }
  const endpoint = 'amount' in intent ? paymentConfirmation : setupConfirmation;
  return callWithCard(context, { endpoint, form, parent: 'payment_method_data', id: intent.id });
}

/** Only the secret key confirms it. */
function rejectManual({ confirmation_method, id }: PaymentIntent): void {
  if (confirmation_method !== 'manual') return;
  throw rejected(
    `This PaymentIntent ${id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
  );
}

/** What is created of the entered card, or of what the form says. */
export const CREATIONS: Readonly<Record<string, (context: Context, form: URLSearchParams) => Answer>> = {
  confirmation_tokens: (context, form) => {
    const endpoint = creation(confirmationTokenEndpoints, '/v1/test_helpers/confirmation_tokens');
    return callWithCard(context, { endpoint, form, parent: 'payment_method_data' });
  },
  payment_methods: (context, form) => {
    const endpoint = creation(managePaymentMethodEndpoints, '/v1/payment_methods');
    return callWithCard(context, { endpoint, form, parent: '' });
  },
  tokens: (context, form) => {
    const token = takeToken(context, form);
    return token === undefined
      ? call(context, creation(tokenEndpoints, '/v1/tokens'), form)
      : call(context, cardTokenEndpoint, form, { id: token });
  },
};

function creation(endpoints: readonly Endpoint[], wanted: string): Endpoint {
  const found = endpoints.find(({ method, path }) => method === 'POST' && path === wanted);
  if (found === undefined) throw new RangeError(`there is no call POST ${wanted}`);
  return found;
}

interface CallWithCard {
  readonly endpoint: Endpoint;
  readonly form: URLSearchParams;
  /** The parameter that tells of a new payment method; empty if all of them do. */
  readonly parent: string;
  readonly id?: string;
}

/** Like Stripe's script, hands an entered card on as a part of the call. */
function callWithCard(context: Context, { endpoint, form, parent, id = '' }: CallWithCard): Answer {
  const token = takeToken(context, form);
  if (token === undefined) return call(context, endpoint, form, { id });
  const within = (name: string) => (parent === '' ? name : `${parent}[${name}]`);
  form.set(within('type'), 'card');
  form.set(`${within('card')}[token]`, token);
  const answer = call(context, endpoint, form, { id });
  context.store.transact(() => context.store.cardTokens.delete(token));
  return answer;
}

function call(
  context: Context,
  endpoint: Endpoint,
  form: URLSearchParams,
  path: Readonly<Record<string, string>> = {},
): Answer {
  return answerCall(context, {
    endpoint,
    form: form.toString(),
    path,
    requestId: newId('req'),
    version: API_VERSION,
    keyed: null,
    isPublic: true,
    breakage: null,
    otherMode: context.store,
  });
}

/** A form with only a part of the card's fields leaves the postal code out. */
const CARD = ['card_number', 'expiry', 'cvc', 'postal_code'] as const;

/** Takes the entered card out of the form and keeps it as a token; undefined without a card. */
function takeToken(context: Context, form: URLSearchParams): string | undefined {
  if (!form.has('card_number')) return undefined;
  const fields = CARD.filter((name) => name !== 'postal_code' || form.has(name));
  const reading = readCardForm(form.toString(), context.time.now(), fields);
  if (!reading.valid) throw invalidRequest(Object.values(reading.errors)[0] ?? 'The card is not valid.');
  for (const name of CARD) form.delete(name);
  const { card } = reading;
  const token = newToken(context, 'tok');
  const details = { ...card, email: null, name: null, postal_code: card.postal_code || null };
  const entered = { ...token, card: newMethod(details, token.created, 'card') };
  return context.store.transact(() => context.store.cardTokens.put(entered)).id;
}
