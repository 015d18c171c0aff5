import type { Labelled } from '../../kinds/store/entity.ts';

export interface Payout extends Labelled {
  /** Negative for a reversal, which debits the bank account. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'canceled' | 'in_transit' | 'paid' | 'pending';
  /** The connected account's bank account; absent for the platform's only one. */
  readonly destination?: string;
  readonly sourceType: 'bank_account' | 'card';
  /** Absent for `standard`. */
  readonly method?: 'instant';
  readonly description: string | null;
  readonly statementDescriptor: string | null;
  /** When it is sent to the bank; until then it can be canceled. */
  readonly sentAt: number;
  readonly arrivalDate: number;
  readonly balanceTransaction: string;
  readonly failureBalanceTransaction: string | null;
  /** Ids of the payout that it reverses, and of the one that reverses it. */
  readonly originalPayout?: string;
  readonly reversedBy?: string;
}
