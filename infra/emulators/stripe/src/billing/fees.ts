import { shareOf } from './prorate.ts';

/** What the emulated Stripe keeps of a card payment: 2.9 % and 30 of the smallest unit, in every currency. */
export function cardFee(amount: number): number {
  return shareOf(amount, 29, 1000) + 30;
}

/** 0.8 % of a bank debit, at most 500 of the smallest unit. */
export function debitFee(amount: number): number {
  return Math.min(shareOf(amount, 8, 1000), 500);
}

/** For each dispute that takes money; it is kept even where the dispute is won. */
export const DISPUTE_FEE = 1500;
