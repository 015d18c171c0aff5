import type Stripe from 'stripe';
import { defined } from '../defined.ts';
import { documentationUrl } from '../errors/api-error.ts';
import { adviceOn, faultyField } from '../state/decline-advice.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';
import type { Store } from '../state/store.ts';
import { paymentMethodWire } from './payment-method-wire.ts';

type LastError = Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError;

/** Null if the last attempt did not fail. */
export function lastErrorWire(
  { paymentMethods }: Store,
  { lastError: failure, paymentMethod }: { lastError: PaymentFailure | null; paymentMethod: string | null },
): LastError | null {
  if (failure === null) return null;
  const method = paymentMethods.get(paymentMethod ?? '');
  const { adviceCode, networkAdviceCode, networkDeclineCode } = adviceOn(failure);
  return defined({
    advice_code: adviceCode ?? undefined,
    code: failure.code as NonNullable<LastError['code']>,
    decline_code: failure.declineCode ?? undefined,
    doc_url: documentationUrl(failure.code),
    message: failure.message,
    network_advice_code: networkAdviceCode ?? undefined,
    network_decline_code: networkDeclineCode ?? undefined,
    param: faultyField(failure),
    payment_method: method && paymentMethodWire(method),
    // Failed authentication is not a decline by the bank.
    type: failure.code.endsWith('_authentication_failure') ? 'invalid_request_error' : 'card_error',
  } as const);
}
