import { missingParameter, noSuch, notSupported } from '../description/api-error.ts';
import { DESCRIPTION } from '../description/description.ts';
import type { Context } from '../kinds/context.ts';
import {
  deletion,
  type Endpoint,
  get,
  nothing,
  type PathParams,
  post,
  retrieval,
} from '../kinds/endpoint.ts';
import { finder } from '../kinds/objects.ts';
import { object } from '../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue, text } from '../kinds/params/reader.ts';
import { listFields, partList, readPage } from '../kinds/read-page.ts';
import { type Customer, requireCustomer } from './customer.ts';
import { addTaxId, findTaxIds, removeTaxId, type TaxId, taxIdWire } from './tax-id.ts';

const PATH = '/v1/customers/:id/tax_ids';

const fields = { type: oneOf(...DESCRIPTION.taxIdTypes), value: text() } as const;
export const taxIdParam = object(fields);

const owner = object({
  customer: optional(text()),
  type: oneOf('account', 'application', 'customer', 'self'),
});
const listParams = object({ ...listFields, owner: optional(owner) });

const OF_ANY = '/v1/tax_ids';

export const taxIdEndpoints: readonly Endpoint[] = [
  partList(PATH, 'tax_id', (context, id) => ({
    matches: newestTaxIds(context, requireCustomer(context, id)),
    wire: taxIdWire,
  })),
  post(PATH, taxIdParam, (context, params, { id = '' }) =>
    taxIdWire(addTaxId(context, requireCustomer(context, id), params)),
  ),
  get(`${PATH}/:tax_id`, nothing, (context, _params, path) => taxIdWire(requireTaxId(context, path))),
  deletion(`${PATH}/:tax_id`, nothing, (context, _params, path) =>
    removed(context, requireTaxId(context, path)),
  ),
  get(OF_ANY, listParams, (context, params) => {
    const whose = findOwner(context, params.owner);
    const matches =
      whose === null
        ? context.store.taxIds.newestFirst(({ customer }) => customer === null)
        : newestTaxIds(context, whose);
    return readPage(context, { matches, url: OF_ANY, kind: 'tax_id' }, params, taxIdWire);
  }),
  post(OF_ANY, object({ owner: optional(owner), ...fields }), (context, { owner: whose, ...given }) =>
    taxIdWire(addTaxId(context, findOwner(context, whose), given)),
  ),
  retrieval(`${OF_ANY}/:id`, (context, id) => taxIdWire(requireAnyTaxId(context, id))),
  deletion(`${OF_ANY}/:id`, nothing, (context, _params, { id = '' }) =>
    removed(context, requireAnyTaxId(context, id)),
  ),
];

function requireTaxId(context: Context, { id = '', tax_id = '' }: PathParams): TaxId {
  const found = context.store.taxIds.get(tax_id);
  if (found?.customer !== requireCustomer(context, id).id) throw noSuch('tax_id', tax_id);
  return found;
}

function removed(context: Context, tax_id: TaxId): object {
  removeTaxId(context, tax_id);
  return { id: tax_id.id, object: 'tax_id', deleted: true };
}

function newestTaxIds(context: Context, customer: Customer): TaxId[] {
  return findTaxIds(context, customer).toReversed();
}

const requireAnyTaxId = finder('tax_id', 'taxIds');

/** The customer; null for the account itself. */
function findOwner(context: Context, given: ReadValue<typeof listParams>['owner']): Customer | null {
  const { type = 'self', customer } = given ?? {};
  if (type === 'application' || type === 'account') throw notSupported(`owner[type]=${type}`, 'owner[type]');
  if (type === 'self') return null;
  if (customer === undefined) throw missingParameter('owner[customer]');
  return requireCustomer(context, customer, 'owner[customer]');
}
