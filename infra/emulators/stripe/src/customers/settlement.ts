import { rejected } from '../description/api-error.ts';
import { money } from '../kinds/money.ts';
import type { Customer } from './customer.ts';

export interface Settlement {
  readonly starting_balance: number;
  readonly ending_balance: number;
  readonly amount_due: number;
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

/** Stripe's maximum charge amounts, of more than its usual eight digits: https://docs.stripe.com/currencies */
const MAXIMUM_CHARGES: Readonly<Record<string, number>> = {
  cop: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
};

/** What charges are multiples of, in currencies that are charged only in whole or in hundredths: https://docs.stripe.com/currencies */
const SMALLEST_STEPS: Readonly<Record<string, number>> = {
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
  ...{ isk: 100, ugx: 100 },
};

/** How messages put the amounts that Stripe takes. */
interface Wording {
  readonly atLeast: string;
  readonly atMost: string;
  /** The parameter at fault, unless the amount is a total of several. */
  readonly param?: string;
}

const AMOUNT: Wording = {
  atLeast: 'Amount must be at least',
  atMost: 'Amount must be no more than',
  param: 'amount',
};

/** Throws if a payment of `amount` is too small or too large for Stripe. */
export function requireChargeable(amount: number, currency: string, wording = AMOUNT): void {
  const { param } = wording;
  const least = MINIMUM_CHARGES[currency] ?? 50;
  const written = (limit: number) => money(limit, currency, { currencyDisplay: 'narrowSymbol' });
  if (amount < least) {
    const message = `${wording.atLeast} ${written(least)} ${currency}`;
    throw rejected(message, { code: 'amount_too_small', ...(param && { param }) });
  }
  const step = SMALLEST_STEPS[currency] ?? 1;
  if (amount % step !== 0) {
    const message = `Invalid amount: ${amount}. In ${currency}, amounts must be multiples of ${step}.`;
    throw rejected(message, { code: 'parameter_invalid_integer', ...(param && { param }) });
  }
  const most = MAXIMUM_CHARGES[currency] ?? 99_999_999;
  if (amount > most) {
    const message = `${wording.atMost} ${written(most)}`;
    throw rejected(message, { code: 'amount_too_large', ...(param && { param }) });
  }
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
  const isCharged = sum >= (MINIMUM_CHARGES[currency] ?? 50);
  return {
    starting_balance: balance,
    ending_balance: isCharged ? 0 : sum,
    amount_due: isCharged ? sum : 0,
  };
}
