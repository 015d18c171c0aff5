import { noSuch } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, get, nothing, type PathParams, post } from '../kinds/endpoint.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { clearable, integer, optional, type ReadValue, text } from '../kinds/params/reader.ts';
import { currency } from '../kinds/params/texts.ts';
import { inRange, listFields, readPage, timeRange } from '../kinds/read-page.ts';
import { requireCustomer } from './customer.ts';
import { type BalanceChange, balanceChangeWire, changeBalance } from './customer-balance.ts';

const PATH = '/v1/customers/:id/balance_transactions';

const createParams = object({
  amount: integer(),
  currency,
  description: clearable(text(350)),
  metadata,
});
const updateParams = object({ description: clearable(text(350)), metadata });
const listParams = object({ ...listFields, created: timeRange, invoice: optional(text()) });

export const customerBalanceEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, list),
  post(PATH, createParams, create),
  get(`${PATH}/:transaction`, nothing, (context, _params, path) =>
    balanceChangeWire(requireChange(context, path)),
  ),
  post(`${PATH}/:transaction`, updateParams, update),
];

function requireChange({ store }: Context, { id = '', transaction = '' }: PathParams): BalanceChange {
  const change = store.balanceChanges.get(transaction);
  if (change?.customer !== id) throw noSuch('customerbalancetransaction', transaction);
  return change;
}

function create(context: Context, params: ReadValue<typeof createParams>, { id = '' }: PathParams): object {
  const customer = requireCustomer(context, id);
  const change = changeBalance(context, {
    customer: id,
    amount: params.amount,
    currency: params.currency,
    type: 'adjustment',
    description: params.description ?? null,
    metadata: changedMetadata({}, params.metadata),
    created: context.time.now(customer.test_clock),
  });
  return balanceChangeWire(change);
}

function update(context: Context, params: ReadValue<typeof updateParams>, path: PathParams): object {
  const before = requireChange(context, path);
  const after = context.store.balanceChanges.put({
    ...before,
    description: params.description === undefined ? before.description : params.description,
    metadata: changedMetadata(before.metadata, params.metadata),
  });
  return balanceChangeWire(after);
}

function list(context: Context, params: ReadValue<typeof listParams>, { id = '' }: PathParams): object {
  const customer = requireCustomer(context, id, 'id', true);
  const matches = context.store.balanceChanges.where(
    'customer',
    customer.id,
    ({ created, invoice }) =>
      inRange(created, params.created) && (params.invoice === undefined || params.invoice === invoice),
  );
  const source = { matches, url: PATH.replace(':id', id), kind: 'customerbalancetransaction' };
  return readPage(context, source, params, balanceChangeWire);
}
