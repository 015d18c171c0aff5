import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { BalanceChange } from '../state/billing-entities.ts';
import { newId } from '../state/identifiers.ts';
import { customerWire } from '../wire/customer-wire.ts';

type NewBalanceChange = Pick<BalanceChange, 'amount' | 'currency' | 'customer' | 'type'> &
  Partial<BalanceChange> & { readonly created: number };

/** Adds `amount` to a customer's balance, and notes why. */
export function changeBalance(context: Context, change: NewBalanceChange): BalanceChange {
  const { store } = context;
  const before = requireFound(store.customers.get(change.customer), `customer ${change.customer}`);
  const after = store.customers.put({
    ...before,
    balance: before.balance + change.amount,
    currency: before.currency ?? change.currency,
  });
  const noted = store.balanceChanges.put({
    invoice: null,
    creditNote: null,
    description: null,
    metadata: {},
    ...change,
    id: newId('cbtxn'),
    endingBalance: after.balance,
  });
  emit(context, 'customer.updated', customerWire(after), { balance: before.balance });
  return noted;
}
