import type Stripe from 'stripe';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { type Kept, type Labelled, shown, unset } from '../kinds/store/kind-type.ts';
import { type Customer, customerWire } from './customer.ts';
import { balanceIn } from './settlement.ts';

/** Negative amounts are credit. */
export interface BalanceChange
  extends Labelled,
    Omit<Kept<Stripe.CustomerBalanceTransaction, 'checkout_session' | 'customer_account'>, keyof Labelled> {}

const TYPE = 'customer_balance_transaction';

export const balanceChangeWire: (change: BalanceChange) => Stripe.CustomerBalanceTransaction = shown(
  TYPE,
  unset(TYPE),
);

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
