import { fraudWarningWire } from '../billing/warn-of-fraud.ts';
import type { Context } from '../context.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';

const PATH = '/v1/radar/early_fraud_warnings';

const listParams = object({
  ...listFields,
  charge: optional(text()),
  created: timeRange,
  payment_intent: optional(text()),
});

export const fraudWarningEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => {
    const warning = context.store.fraudWarnings.get(id);
    if (warning === undefined) throw noSuch('early fraud warning', id);
    return fraudWarningWire(context, warning);
  }),
  // Reviews belong to Radar for Fraud Teams, which no test card needs: there are none.
  retrieval('/v1/reviews/:id', (_context, id) => {
    throw noSuch('review', id);
  }),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { charge, created, payment_intent: intent } = params;
  const matches = context.store.fraudWarnings.newestFirst(
    (warning) =>
      (charge === undefined || warning.charge === charge) &&
      (intent === undefined || warning.paymentIntent === intent) &&
      inRange(warning.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'early fraud warning' }, params, (warning) =>
    fraudWarningWire(context, warning),
  );
}
