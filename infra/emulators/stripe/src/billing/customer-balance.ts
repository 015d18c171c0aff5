import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { BalanceChange } from '../state/billing-entities.ts';
import type { Customer } from '../state/customer-entities.ts';
import { newId } from '../state/identifiers.ts';
import { customerWire } from '../wire/customer-wire.ts';

type NewBalanceChange = Pick<BalanceChange, 'amount' | 'currency' | 'customer' | 'type'> &
  Partial<BalanceChange> & { readonly created: number };

/** Adds `amount` to the customer's balance and records the change. */
export function changeBalance(context: Context, change: NewBalanceChange): BalanceChange {
  const { store } = context;
  const before = requireFound(store.customers.get(change.customer), `customer ${change.customer}`);
  const after = store.customers.put({
    ...before,
    balance: before.balance + change.amount,
    currency: before.currency ?? change.currency,
  });
  const noted = noteBalanceChange(context, after, change);
  emit(context, 'customer.updated', customerWire(after), { balance: before.balance });
  return noted;
}

/** Records a change that the customer's balance already includes. */
export function noteBalanceChange(
  { store, time }: Context,
  customer: Customer,
  change: Pick<BalanceChange, 'amount' | 'type'> & Partial<BalanceChange>,
): BalanceChange {
  return store.balanceChanges.put({
    created: time.now(customer.testClock),
    customer: customer.id,
    currency: requireFound(customer.currency ?? undefined, `currency of ${customer.id}`),
    invoice: null,
    creditNote: null,
    description: null,
    metadata: {},
    ...change,
    id: newId('cbtxn'),
    endingBalance: customer.balance,
  });
}
