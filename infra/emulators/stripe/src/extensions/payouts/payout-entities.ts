import type { Labelled } from '../../kinds/store/entity.ts';

export interface Payout extends Labelled {
  /** Negative for a reversal, which debits the bank account. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'canceled' | 'in_transit' | 'paid' | 'pending';
  /** The connected account's bank account; absent for the platform's only one. */
  readonly destination?: string;
  readonly source_type: 'bank_account' | 'card';
  /** Absent for `standard`. */
  readonly method?: 'instant';
  readonly description: string | null;
  readonly statement_descriptor: string | null;
  /** When it is sent to the bank; until then it can be canceled. */
  readonly sentAt: number;
  readonly arrival_date: number;
  readonly balance_transaction: string;
  readonly failure_balance_transaction: string | null;
  /** Ids of the payout that it reverses, and of the one that reverses it. */
  readonly original_payout?: string;
  readonly reversed_by?: string;
}
