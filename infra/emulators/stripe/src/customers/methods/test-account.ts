export const BANK_DEBIT_TYPES = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'nz_bank_account',
  'sepa_debit',
  'us_bank_account',
] as const;
export type BankDebitType = (typeof BANK_DEBIT_TYPES)[number];

/** A test account: its number, the outcome that it stands for, and the ready-made payment methods with it. */
export interface TestAccount {
  readonly number: string;
  readonly outcome: string;
  readonly readyMade?: string;
}

/** What becomes of a debit. */
export interface DebitOutcome {
  readonly type: BankDebitType;
  /** Seconds until the bank decides; null if it never does. */
  readonly settlesAfter: number | null;
  /** What fails at once, before the bank sees it. */
  readonly rejects: 'everything' | 'nothing' | 'payments';
  /** Whether no debit is allowed afterwards without a new mandate. */
  readonly endsMandate: boolean;
}
