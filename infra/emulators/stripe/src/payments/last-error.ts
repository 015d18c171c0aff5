import type Stripe from 'stripe';
import { adviceOn, faultyField } from '../customers/methods/card-error.ts';
import { paymentMethodWire } from '../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import { documentationUrl } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Store } from '../kinds/store/store.ts';

type LastError = Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError;

/** Null if the last attempt did not fail. */
export function lastErrorWire(
  { paymentMethods }: Store,
  { lastError: failure, payment_method }: { lastError: PaymentFailure | null; payment_method: string | null },
): LastError | null {
  if (failure === null) return null;
  const method = paymentMethods.get(payment_method ?? '');
  const { advice_code, network_advice_code, network_decline_code } = adviceOn(failure);
  return defined({
    advice_code: advice_code ?? undefined,
    code: failure.code as NonNullable<LastError['code']>,
    decline_code: failure.decline_code ?? undefined,
    doc_url: documentationUrl(failure.code),
    message: failure.message,
    network_advice_code: network_advice_code ?? undefined,
    network_decline_code: network_decline_code ?? undefined,
    param: faultyField(failure),
    payment_method: method && paymentMethodWire(method),
    // Failed authentication is not a decline by the bank.
    type: failure.code.endsWith('_authentication_failure') ? 'invalid_request_error' : 'card_error',
  } as const);
}
