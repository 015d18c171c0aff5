import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { BalanceChange } from '../state/billing-entities.ts';
import { newId } from '../state/identifiers.ts';
import { customerWire } from '../wire/customer-wire.ts';
import { found } from '../wire/require.ts';

export interface Settlement {
  readonly startingBalance: number;
  readonly endingBalance: number;
  readonly amountDue: number;
}

/** The least that Stripe charges, in the smallest unit of the currency; 50 where none is named. */
const LEAST_CHARGES: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

/** What a customer with `balance` pays of `total`, and what is left on the balance. */
export function settlementOf(total: number, balance: number, currency: string): Settlement {
  const sum = total + balance;
  const isCharged = sum >= (LEAST_CHARGES[currency] ?? 50);
  return {
    startingBalance: balance,
    endingBalance: isCharged ? 0 : sum,
    amountDue: isCharged ? sum : 0,
  };
}

type NewBalanceChange = Pick<BalanceChange, 'amount' | 'currency' | 'customer' | 'type'> &
  Partial<BalanceChange> & { readonly created: number };

/** Adds `amount` to a customer's balance, and notes why. */
export function changeBalance(context: Context, change: NewBalanceChange): BalanceChange {
  const { store } = context;
  const before = found(store.customers.get(change.customer), `customer ${change.customer}`);
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
