import type Stripe from 'stripe';
import { paymentMethodWire } from '../customers/methods/payment-method.ts';
import { unset } from '../description/unset.ts';
import type { Context } from '../kinds/context.ts';
import { lastErrorWire } from './last-error.ts';
import type { SetupAttempt, SetupIntent } from './payment-entities.ts';

export function setupAttemptWire(
  { store }: Context,
  { customer, id: intent, usage }: SetupIntent,
  attempt: SetupAttempt,
): Stripe.SetupAttempt {
  const method = store.paymentMethods.get(attempt.payment_method ?? '');
  return {
    ...unset<Stripe.SetupAttempt>('setup_attempt'),
    id: attempt.id,
    object: 'setup_attempt',
    created: attempt.created,
    customer,
    livemode: false,
    payment_method: attempt.payment_method ?? '',
    payment_method_details:
      method === undefined ? { type: 'card' } : methodDetails(paymentMethodWire(method)),
    setup_error: lastErrorWire(store, attempt),
    setup_intent: intent,
    status: attempt.status,
    usage,
  };
}

function methodDetails({ card, type }: Stripe.PaymentMethod): Stripe.SetupAttempt.PaymentMethodDetails {
  if (card === undefined) return { type, [type]: {} };
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
