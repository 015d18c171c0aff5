import { rejected } from '../description/api-error.ts';
import { money } from './money.ts';

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

export const minimumCharge = (currency: string): number => MINIMUM_CHARGES[currency] ?? 50;
export const maximumCharge = (currency: string): number => MAXIMUM_CHARGES[currency] ?? 99_999_999;

/** How messages put the amounts that Stripe takes. */
interface Wording {
  readonly atLeast: string;
  readonly atMost: string;
  /** The parameter at fault, unless the amount is a total of several. */
  readonly param?: string;
}

export const AMOUNT: Wording = {
  atLeast: 'Amount must be at least',
  atMost: 'Amount must be no more than',
  param: 'amount',
};

/** Throws if a payment of `amount` is too small or too large for Stripe. */
export function requireChargeable(amount: number, currency: string, wording = AMOUNT): void {
  const { param } = wording;
  const least = minimumCharge(currency);
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
  const most = maximumCharge(currency);
  if (amount > most) {
    const message = `${wording.atMost} ${written(most)}`;
    throw rejected(message, { code: 'amount_too_large', ...(param && { param }) });
  }
}
