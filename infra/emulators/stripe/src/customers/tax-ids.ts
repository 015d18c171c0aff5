import type Stripe from 'stripe';
import { missingParameter, notSupported } from '../description/api-error.ts';
import { DESCRIPTION } from '../description/description.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get, post } from '../kinds/endpoint.ts';
import { finder } from '../kinds/objects.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { oneOf, type ReadValue } from '../kinds/params/reader.ts';
import { alone } from '../kinds/part.ts';
import { listFields, partList, readPage } from '../kinds/read-page.ts';
import { resource } from '../kinds/resource.ts';
import { owned, subresource } from '../kinds/subresource.ts';
import { type Customer, requireCustomer } from './customer.ts';
import { addTaxId, findTaxIds, removeTaxId, type TaxId, taxIdWire } from './tax-id.ts';

const PATH = '/v1/customers/:id/tax_ids';

const OF_ANY = '/v1/tax_ids';

const described = describedParams<Stripe.TaxIdCreateParams>(`POST ${OF_ANY}`, {
  owner: ['customer', 'type'],
});

const fields = { type: oneOf(...DESCRIPTION.taxIdTypes), ...described('value') } as const;
export const taxIdParam = object(fields);

const listParams = object({ ...listFields, ...described('owner') });

const requireTaxId = finder('tax_id', 'taxIds');
const taxIds = resource(OF_ANY, requireTaxId, alone(taxIdWire));
const requireOwn = owned(requireTaxId, 'customer', requireCustomer);
const ofCustomer = subresource(`${PATH}/:tax_id`, requireOwn, alone(taxIdWire));

export const taxIdEndpoints: readonly Endpoint[] = [
  partList(PATH, 'tax_id', (context, id) => ({
    matches: newestTaxIds(context, requireCustomer(context, id)),
    wire: taxIdWire,
  })),
  post(PATH, taxIdParam, (context, params, { id = '' }) =>
    taxIdWire(addTaxId(context, requireCustomer(context, id), params)),
  ),
  ofCustomer.retrieve,
  ofCustomer.removal('tax_id', removeTaxId),
  get(OF_ANY, listParams, (context, params) => {
    const whose = findOwner(context, params.owner);
    const matches =
      whose === null
        ? context.store.taxIds.newestFirst(({ customer }) => customer === null)
        : newestTaxIds(context, whose);
    return readPage(context, { matches, url: OF_ANY, kind: 'tax_id' }, params, taxIdWire);
  }),
  post(OF_ANY, object({ ...described('owner'), ...fields }), (context, { owner: whose, ...given }) =>
    taxIdWire(addTaxId(context, findOwner(context, whose), given)),
  ),
  taxIds.retrieve,
  taxIds.removal('tax_id', removeTaxId),
];

function newestTaxIds(context: Context, customer: Customer): TaxId[] {
  return findTaxIds(context, customer).toReversed();
}

/** The customer; null for the account itself. */
function findOwner(context: Context, given: ReadValue<typeof listParams>['owner']): Customer | null {
  const { type = 'self', customer } = given ?? {};
  if (type === 'application' || type === 'account') throw notSupported(`owner[type]=${type}`, 'owner[type]');
  if (type === 'self') return null;
  if (customer === undefined) throw missingParameter('owner[customer]');
  return requireCustomer(context, customer, 'owner[customer]');
}
