import { isRedirect, type RedirectType } from './redirect-methods.ts';
import type { BankDebitType } from './test-card.ts';
import { testCardByName } from './test-cards.ts';

/** Identifies a test card; its number is never stored. */
export interface Card {
  readonly testCard: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  /** Set for a bank account that was given through the API. */
  readonly bank?: BankDetails;
}

/** What is shown of a bank account, whose number is never stored either. */
export interface BankDetails {
  readonly fingerprint: string;
  /** As the API names them. */
  readonly fields: Readonly<Record<string, string | null>>;
}

/** The same card or bank account has the same fingerprint for every customer. */
export function computeFingerprint({ bank, testCard }: Card): string {
  return bank?.fingerprint ?? Buffer.from(testCard).toString('base64url').slice(0, 16).padEnd(16, '0');
}

/** The kind of a bank account; undefined for a card. */
export function debitType({ testCard }: Pick<Card, 'testCard'>): BankDebitType | undefined {
  const { debit, isDelayed } = testCardByName(testCard);
  return isDelayed ? (debit?.type ?? 'us_bank_account') : undefined;
}

export type MethodType = BankDebitType | RedirectType | 'card';

export function methodType({ testCard }: Pick<Card, 'testCard'>): MethodType {
  return isRedirect(testCard) ? testCard : (debitType({ testCard }) ?? 'card');
}
