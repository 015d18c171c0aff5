import { minimumCharge } from '../kinds/chargeable.ts';
import type { Customer } from './customer.ts';

export interface Settlement {
  readonly starting_balance: number;
  readonly ending_balance: number;
  readonly amount_due: number;
}

/** The balance that applies to invoices in a currency. */
export function balanceIn(
  currency: string,
  customer: Pick<Customer, 'balance' | 'currency' | 'hidden'> | undefined,
): number {
  const { balance = 0, currency: own = null, hidden } = customer ?? {};
  return own === null || own === currency ? balance : (hidden?.balances[currency] ?? 0);
}

/** How much of `total` a customer with `balance` pays, and the balance that remains. */
export function settleBalance(total: number, balance: number, currency: string): Settlement {
  const sum = total + balance;
  const isCharged = sum >= minimumCharge(currency);
  return {
    starting_balance: balance,
    ending_balance: isCharged ? 0 : sum,
    amount_due: isCharged ? sum : 0,
  };
}
