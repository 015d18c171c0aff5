import { requireCustomer } from '../customers/customer.ts';
import { noSuch } from '../description/api-error.ts';
import { DESCRIPTION, parameterNames } from '../description/description.ts';
import type { Context, Reference } from '../kinds/context.ts';
import { type Endpoint, get, retrieval } from '../kinds/endpoint.ts';
import { asDescribed } from '../kinds/params/as-described.ts';
import { type ObjectReader, object } from '../kinds/params/composite.ts';
import { optional } from '../kinds/params/reader.ts';
import type { Part } from '../kinds/part.ts';
import { type ListParams, listFields, requireListedObjects } from '../kinds/read-page.ts';

/** Objects that the emulator never creates, so their lists are always empty. */
const PATHS = `
  apps/secrets billing/alerts billing/credit_balance_transactions billing/credit_grants climate/orders
  financial_connections/accounts forwarding/requests identity/verification_reports
  identity/verification_sessions invoice_rendering_templates issuing/authorizations issuing/cardholders
  issuing/cards issuing/disputes issuing/personalization_designs issuing/transactions
  radar/value_list_items radar/value_lists reporting/report_runs reviews sigma/scheduled_query_runs
  terminal/configurations terminal/locations terminal/readers`
  .trim()
  .split(/\s+/)
  .map((path) => `/v1/${path}`);

/** The same below another object, which has to exist. */
const BELOW: readonly (readonly [path: string, require: (context: Context, id: string) => object])[] = [
  ['/v1/customers/:id/bank_accounts', requireCustomer],
  ['/v1/customers/:id/cash_balance_transactions', requireCustomer],
];

/** The retrievals among them: none is ever found. */
const retrievals = PATHS.filter((path) => `GET ${path}/:id` in DESCRIPTION.operations).map((path) =>
  retrieval(`${path}/:id`, (_context, id) => {
    throw noSuch(singular(path), id);
  }),
);

function singular(path: string): string {
  const plural = path.slice(path.lastIndexOf('/') + 1);
  return plural.replace(/s$/, '').replaceAll('_', ' ');
}

/** Filters of Stripe's; on an empty list they have no effect. */
function emptyListParams(path: string): ObjectReader<ListParams> {
  const call = `GET ${path}`;
  const filters = parameterNames(call).map((name) => [name, optional(asDescribed(call, name))] as const);
  return object({ ...Object.fromEntries(filters), ...listFields });
}

function emptyList(context: Context, url: string, params: ListParams): object {
  requireListedObjects(context, params);
  const { starting_after, ending_before } = params;
  if (starting_after !== undefined) throw noSuch('object', starting_after, 'starting_after');
  if (ending_before !== undefined) throw noSuch('object', ending_before, 'ending_before');
  return { object: 'list', data: [], has_more: false, url };
}

const endpoints: readonly Endpoint[] = [
  ...retrievals,
  ...PATHS.map((path) =>
    get(path, emptyListParams(path), (context, params) => emptyList(context, path, params)),
  ),
  ...BELOW.map(([path, require]) =>
    get(path, emptyListParams(path), (context, params, { id = '' }) => {
      require(context, id);
      return emptyList(context, path.replace(':id', id), params);
    }),
  ),
];

const never = (kind: string): Reference => ({
  kind,
  among: () => ({ get: () => undefined }),
  show: () => undefined,
});

export const emptyLists: Part = {
  endpoints,
  references: {
    credit_grant: never('credit grant'),
    location: never('location'),
    quote: never('quote'),
    value_list: never('value list'),
    verification_session: never('verification session'),
  },
};
