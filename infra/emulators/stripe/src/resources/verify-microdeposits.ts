import { verifyPayment } from '../billing/confirm-payment.ts';
import { verifySetup } from '../billing/set-up-card.ts';
import { type Endpoint, post } from '../http/endpoint.ts';
import { requireIntent, requireSetupIntent } from '../lookup/lookup.ts';
import { list, object } from '../params/composite.ts';
import { integer, optional, text } from '../params/reader.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { setupIntentWire } from '../wire/setup-intent-wire.ts';
import { rejectOtherSecret } from './client-secret.ts';

const params = object({
  amounts: optional(list(integer())),
  client_secret: optional(text()),
  descriptor_code: optional(text()),
});

export const verifyMicrodepositsEndpoints: readonly Endpoint[] = [
  post(
    '/v1/payment_intents/:id/verify_microdeposits',
    params,
    (context, { client_secret: secret, ...deposits }, { id = '' }) => {
      const intent = requireIntent(context, id);
      rejectOtherSecret('PaymentIntent', intent, secret);
      return paymentIntentWire(context, verifyPayment(context, intent, deposits));
    },
  ),
  post(
    '/v1/setup_intents/:id/verify_microdeposits',
    params,
    (context, { client_secret: secret, ...deposits }, { id = '' }) => {
      const intent = requireSetupIntent(context, id);
      rejectOtherSecret('SetupIntent', intent, secret);
      return setupIntentWire(context, verifySetup(context, intent, deposits));
    },
  ),
];
