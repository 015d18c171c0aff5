/** A movement of money on the account's balance, as Stripe's balance transactions are. It never changes. */
export interface LedgerEntry {
  readonly id: string;
  readonly created: number;
  readonly availableOn: number;
  /** In the smallest unit of the currency; negative where money leaves the account. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly description: string | null;
  /** The charge, refund or dispute that it comes from. */
  readonly source: string;
  readonly type: 'adjustment' | 'charge' | 'payment' | 'payment_refund' | 'refund';
  /** Whether the money comes from a bank account, not from a card. */
  readonly fromBank: boolean;
}
