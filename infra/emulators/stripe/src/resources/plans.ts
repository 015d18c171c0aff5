import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, retrieval } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { requireKnownPrice } from '../lookup/lookup.ts';
import { planWire } from '../wire/price-wire.ts';

const PATH = '/v1/plans';

const plans = resource({
  path: PATH,
  noun: 'plan',
  among: (store) => store.prices,
  wire: (_context, entity) => planWire(entity),
});

export const planEndpoints: readonly Endpoint[] = [
  plans.list({
    filters: { active: ({ active }) => active, product: ({ product }) => product },
    where: ({ recurring }) => recurring !== null,
  }),
  retrieval(`${PATH}/:id`, (context, id) => {
    const price = requireKnownPrice(context, id);
    if (price.recurring === null) throw noSuch('plan', id);
    return planWire(price);
  }),
];
