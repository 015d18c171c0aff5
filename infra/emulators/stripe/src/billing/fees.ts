import { roundedShare } from './prorate.ts';

/** The emulated card fee: 2.9 % plus 30 of the smallest unit, in every currency. */
export function cardFee(amount: number): number {
  return roundedShare(amount, 29, 1000) + 30;
}

/** 0.8 % of a bank debit, at most 500 of the smallest unit. */
export function debitFee(amount: number): number {
  return Math.min(roundedShare(amount, 8, 1000), 500);
}

/** Per dispute that withdraws money, kept even if the dispute is won. */
export const DISPUTE_FEE = 1500;
