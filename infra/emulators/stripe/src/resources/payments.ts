import type { Context } from '../context.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireCharge, requireIntent } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import { chargeWire } from '../wire/charge-wire.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';

const intentListParams = object({ ...listFields, created: timeRange, customer: optional(text()) });

const chargeListParams = object({
  ...listFields,
  created: timeRange,
  customer: optional(text()),
  payment_intent: optional(text()),
});

/** Read-only calls for payments and charges; `payment-intents.ts` has those that change them. */
export const paymentEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: '/v1/payment_intents', params: intentListParams, handle: listIntents }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: object({ client_secret: optional(text()) }),
    handle: (context, _params, { id = '' }) => paymentIntentWire(context, requireIntent(context, id)),
  }),
  endpoint({ method: 'GET', path: '/v1/charges', params: chargeListParams, handle: listCharges }),
  retrieval('/v1/charges/:id', (context, id) => chargeWire(context, requireCharge(context, id))),
];

function listIntents(context: Context, params: ReadValue<typeof intentListParams>): object {
  const { created, customer } = params;
  const matches = context.store.paymentIntents.newestFirst(
    (intent) => (customer === undefined || intent.customer === customer) && inRange(intent.created, created),
  );
  const source = { matches, url: '/v1/payment_intents', kind: 'payment_intent' };
  return pageOf(context, source, params, (intent) => paymentIntentWire(context, intent));
}

function listCharges(context: Context, params: ReadValue<typeof chargeListParams>): object {
  const { created, customer, payment_intent } = params;
  const matches = context.store.charges.newestFirst(
    (charge) =>
      (customer === undefined || charge.customer === customer) &&
      (payment_intent === undefined || charge.paymentIntent === payment_intent) &&
      inRange(charge.created, created),
  );
  return pageOf(context, { matches, url: '/v1/charges', kind: 'charge' }, params, (charge) =>
    chargeWire(context, charge),
  );
}
