/** A movement on the account balance, as in Stripe's balance transactions. Immutable. */
export interface LedgerEntry {
  readonly id: string;
  readonly created: number;
  readonly availableOn: number;
  /** In the currency's smallest unit; negative for money leaving the account. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly description: string | null;
  /** Id of the charge, refund, dispute or payout behind it. */
  readonly source: string;
  readonly type:
    | 'adjustment'
    | 'charge'
    | 'payment'
    | 'payment_refund'
    | 'payout'
    | 'payout_cancel'
    | 'refund'
    | 'refund_failure';
  /** True for money from a bank account rather than a card. */
  readonly fromBank: boolean;
}
