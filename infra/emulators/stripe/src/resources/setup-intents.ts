import type { Context } from '../context.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireSetupIntent } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import { setupIntentWire } from '../wire/setup-intent-wire.ts';

const listParams = object(
  { ...listFields, created: timeRange, customer: optional(text()), payment_method: optional(text()) },
  ['attach_to_self', 'customer_account'],
);

const PATH = '/v1/setup_intents';

/** What checkouts in setup mode have left. */
export const setupIntentEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  endpoint({
    method: 'GET',
    path: `${PATH}/:id`,
    params: object({ client_secret: optional(text()) }),
    handle: (context, _params, { id = '' }) => setupIntentWire(requireSetupIntent(context, id)),
  }),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { created, customer, payment_method: method } = params;
  const matches = context.store.setupIntents.newestFirst(
    (intent) =>
      (customer === undefined || intent.customer === customer) &&
      (method === undefined || intent.paymentMethod === method) &&
      inRange(intent.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'setup_intent' }, params, setupIntentWire);
}
