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
