import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { object } from '../params/composite.ts';
import { optional, text } from '../params/reader.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';

const intents = resource({
  path: '/v1/payment_intents',
  noun: 'payment_intent',
  among: ({ paymentIntents }) => paymentIntents,
  wire: paymentIntentWire,
});

/** Read-only calls for payments; `payment-intents.ts` has those that change them. */
export const paymentEndpoints: readonly Endpoint[] = [
  intents.list({ filters: { customer: ({ customer }) => customer } }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: object({ client_secret: optional(text()) }),
    handle: (context, _params, { id = '' }) => paymentIntentWire(context, intents.find(context, id)),
  }),
];
