import type Stripe from 'stripe';
import { documentationUrl } from '../errors/api-error.ts';
import { faultyField } from '../state/decline-advice.ts';
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
  const param = faultyField(failure);
  return {
    code: failure.code as NonNullable<LastError['code']>,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    doc_url: documentationUrl(failure.code),
    message: failure.message,
    ...(param !== undefined && { param }),
    ...(method === undefined ? {} : { payment_method: paymentMethodWire(method) }),
    // Failed authentication is not a decline by the bank.
    type: failure.code.endsWith('_authentication_failure') ? 'invalid_request_error' : 'card_error',
  };
}
