import { rejected } from '../errors/api-error.ts';
import { money } from '../money.ts';

export interface Settlement {
  readonly startingBalance: number;
  readonly endingBalance: number;
  readonly amountDue: number;
}

/** Stripe's minimum charge amounts in the currency's smallest unit; 50 for currencies not listed. */
const MINIMUM_CHARGES: Readonly<Record<string, number>> = {
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

/** Throws if a payment of `amount` is too small for Stripe. */
export function requireChargeable(amount: number, currency: string, what = 'Amount must be'): void {
  const least = MINIMUM_CHARGES[currency] ?? 50;
  if (amount >= least) return;
  throw rejected(
    `${what} at least ${money(least, currency, { currencyDisplay: 'narrowSymbol' })} ${currency}`,
    {
      code: 'amount_too_small',
      param: 'amount',
    },
  );
}

/** How much of `total` a customer with `balance` pays, and the balance that remains. */
export function settleBalance(total: number, balance: number, currency: string): Settlement {
  const sum = total + balance;
  const isCharged = sum >= (MINIMUM_CHARGES[currency] ?? 50);
  return {
    startingBalance: balance,
    endingBalance: isCharged ? 0 : sum,
    amountDue: isCharged ? sum : 0,
  };
}
