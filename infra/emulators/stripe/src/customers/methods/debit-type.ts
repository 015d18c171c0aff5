import type { Card } from './card.ts';
import type { BankDebitType } from './test-account.ts';
import { testCardByName } from './test-cards.ts';

/** The kind of a bank account; undefined for a card. */
export function debitType({ testCard }: Pick<Card, 'testCard'>): BankDebitType | undefined {
  const { debit, isDelayed } = testCardByName(testCard);
  return isDelayed ? (debit?.type ?? 'us_bank_account') : undefined;
}
