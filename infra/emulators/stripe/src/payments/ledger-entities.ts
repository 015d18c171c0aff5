import type { Entity } from '../kinds/store/entity.ts';

/** A movement on the account balance, as in Stripe's balance transactions. Immutable. */
export interface LedgerEntry extends Entity {
  readonly available_on: number;
  /** In the currency's smallest unit; negative for money leaving the account. */
  readonly amount: number;
  readonly fee: number;
  /** The part of `fee` that the platform gets; absent without one. */
  readonly application_fee?: number;
  readonly currency: string;
  readonly description: string | null;
  /** Id of the object behind it, such as a charge. */
  readonly source: string;
  readonly type:
    | 'adjustment'
    | 'application_fee'
    | 'application_fee_refund'
    | 'charge'
    | 'payment'
    | 'payment_refund'
    | 'payout'
    | 'payout_cancel'
    | 'refund'
    | 'refund_failure'
    | 'transfer'
    | 'transfer_refund';
  /** True for money from a bank account rather than a card. */
  readonly fromBank: boolean;
}
