import type Stripe from 'stripe';
import { paymentMethodWire } from '../customers/methods/payment-method.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { text } from '../kinds/params/reader.ts';
import { inRange, listFields, readPage, timeRange } from '../kinds/read-page.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import { generatedWire } from './debits/keep-for-later.ts';
import type { SetupAttempt, SetupIntent } from './payment-entities.ts';
import { lastErrorWire } from './payment-intent.ts';
import { requireSetupIntent } from './setup-intent.ts';

const show = shown<Stripe.SetupAttempt>('setup_attempt', unset('setup_attempt'), ['lastError']);

export function setupAttemptWire(
  context: Context,
  { customer, id: setup_intent, usage }: SetupIntent,
  attempt: SetupAttempt,
): Stripe.SetupAttempt {
  const { store } = context;
  const method = store.paymentMethods.get(attempt.payment_method ?? '');
  const payment_method_details =
    method && methodDetails(paymentMethodWire(method), generatedWire(context, attempt.id));
  return show(attempt, {
    customer,
    payment_method: attempt.payment_method ?? '',
    payment_method_details: payment_method_details ?? { type: 'card' },
    setup_error: lastErrorWire(store, attempt),
    setup_intent,
    usage,
  });
}

function methodDetails(
  { card, type }: Stripe.PaymentMethod,
  generated: object,
): Stripe.SetupAttempt.PaymentMethodDetails {
  const unknown = unset(`setup_attempt_payment_method_details_${type}`);
  if (card === undefined) return { type, [type]: { ...unknown, ...generated } };
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    type,
    card: {
      ...{ brand, checks, country, exp_month, exp_year, funding, last4, network: brand },
      ...(fingerprint != null && { fingerprint }),
      three_d_secure: null,
      wallet: null,
    },
  };
}

const PATH = '/v1/setup_attempts';

export const setupAttemptEndpoints: readonly Endpoint[] = [
  get(PATH, object({ ...listFields, created: timeRange, setup_intent: text() }), (context, given) => {
    const intent = requireSetupIntent(context, given.setup_intent, 'setup_intent');
    const matches = (intent.attempts ?? []).filter(({ created }) => inRange(created, given.created));
    const source = { matches: matches.toReversed(), url: PATH, kind: 'setup attempt' };
    return readPage(context, source, given, (attempt) => setupAttemptWire(context, intent, attempt));
  }),
];
