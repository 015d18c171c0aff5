import type { Context } from '../context.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireKnownPrice } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { flag, optional, type ReadValue, text } from '../params/reader.ts';
import { planWire } from '../wire/price-wire.ts';

const listParams = object({
  ...listFields,
  active: optional(flag),
  created: timeRange,
  product: optional(text()),
});

const PATH = '/v1/plans';

export const planEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => {
    const price = requireKnownPrice(context, id);
    if (price.recurring === null) throw noSuch('plan', id);
    return planWire(price);
  }),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { active, created, product } = params;
  const matches = context.store.prices.newestFirst(
    (price) =>
      price.recurring !== null &&
      (active === undefined || price.active === active) &&
      (product === undefined || price.product === product) &&
      inRange(price.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'plan' }, params, planWire);
}
