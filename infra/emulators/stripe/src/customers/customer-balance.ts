import type Stripe from 'stripe';
import { type Context, requireFound } from '../kinds/context.ts';
import { type Endpoint, get, post } from '../kinds/endpoint.ts';
import { emit, finder, newId } from '../kinds/objects.ts';
import { callParams } from '../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { clearable, optional, text } from '../kinds/params/reader.ts';
import { alone } from '../kinds/part.ts';
import { inRange, listFields, readPage, timeRange } from '../kinds/read-page.ts';
import { type Kept, type Labelled, shown, unset } from '../kinds/store/kind-type.ts';
import { owned, subresource } from '../kinds/subresource.ts';
import { type Customer, customerWire, requireCustomer } from './customer.ts';
import { balanceIn } from './settlement.ts';

const PATH = '/v1/customers/:id/balance_transactions';

const createParams = callParams<Stripe.CustomerCreateBalanceTransactionParams>(`POST ${PATH}`, {
  description: clearable(text(350)),
});
const updateParams = object({ description: clearable(text(350)), metadata });
const listParams = object({ ...listFields, created: timeRange, invoice: optional(text()) });

/** Negative amounts are credit. */
export interface BalanceChange
  extends Labelled,
    Omit<Kept<Stripe.CustomerBalanceTransaction, 'checkout_session' | 'customer_account'>, keyof Labelled> {}

const TYPE = 'customer_balance_transaction';

export const balanceChangeWire: (change: BalanceChange) => Stripe.CustomerBalanceTransaction = shown(
  TYPE,
  unset(TYPE),
);

const requireChange = finder('customerbalancetransaction', 'balanceChanges');
const changes = subresource(
  `${PATH}/:transaction`,
  owned(requireChange, 'customer'),
  alone(balanceChangeWire),
);

export const customerBalanceEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, (context, params, { id = '' }) => {
    const customer = requireCustomer(context, id, 'id', true);
    const matches = context.store.balanceChanges.where(
      'customer',
      customer.id,
      ({ created, invoice }) =>
        inRange(created, params.created) && (params.invoice === undefined || params.invoice === invoice),
    );
    const source = { matches, url: PATH.replace(':id', id), kind: requireChange.kind };
    return readPage(context, source, params, balanceChangeWire);
  }),
  post(PATH, createParams, (context, params, { id = '' }) => {
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
  }),
  changes.retrieve,
  changes.update(updateParams, (context, before, params) => {
    const after = context.store.balanceChanges.put({
      ...before,
      description: params.description === undefined ? before.description : params.description,
      metadata: changedMetadata(before.metadata, params.metadata),
    });
    return balanceChangeWire(after);
  }),
];

type NewBalanceChange = Pick<BalanceChange, 'amount' | 'currency' | 'customer' | 'type'> &
  Partial<BalanceChange> & { readonly created: number };

/** Adds `amount` to the customer's balance in a currency and records the change. */
export function changeBalance(context: Context, change: NewBalanceChange): BalanceChange {
  const { store } = context;
  const before = requireFound(store.customers.get(change.customer), `customer ${change.customer}`);
  const after = store.customers.put({ ...before, ...balanceAfter(before, change) });
  const noted = noteBalanceChange(context, after, change);
  // Only the balance in the customer's own currency is a field of the customer.
  if (after.balance !== before.balance) {
    emit(context, 'customer.updated', customerWire(after), { balance: before.balance });
  }
  return noted;
}

function balanceAfter(
  customer: Customer,
  { amount, currency }: NewBalanceChange,
): Pick<Customer, 'balance' | 'currency' | 'hidden'> {
  const { balance, currency: own, hidden } = customer;
  if (own === null || own === currency) return { balance: balance + amount, currency, hidden };
  const sum = balanceIn(currency, customer) + amount;
  return { balance, currency: own, hidden: { ...hidden, balances: { ...hidden.balances, [currency]: sum } } };
}

/** Records a change that the customer's balance already includes. */
export function noteBalanceChange(
  { store, time }: Context,
  customer: Customer,
  change: Pick<BalanceChange, 'amount' | 'type'> & Partial<BalanceChange>,
): BalanceChange {
  const { currency = requireFound(customer.currency ?? undefined, `currency of ${customer.id}`) } = change;
  return store.balanceChanges.put({
    created: time.now(customer.test_clock),
    customer: customer.id,
    invoice: null,
    credit_note: null,
    description: null,
    metadata: {},
    ...change,
    currency,
    id: newId('cbtxn'),
    ending_balance: balanceIn(currency, customer),
  });
}
