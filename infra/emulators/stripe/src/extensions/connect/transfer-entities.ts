import type { Entity, Labelled } from '../../kinds/store/entity.ts';

/** How a payment is shared between a platform and a connected account. */
export interface PaymentSplit {
  readonly application_fee?: number;
  /** The connected account that gets the money of a platform's charge. */
  readonly destination?: string;
  /** Absent if it gets all of it. */
  readonly transferAmount?: number;
  readonly on_behalf_of?: string;
  readonly transfer_group?: string;
}

/** How an invoice is shared: in amounts, or in percentages of what is due, with at most two decimal places. */
export interface InvoiceSplit extends PaymentSplit {
  readonly application_fee_percent?: number;
  readonly transferPercent?: number;
}

/** Money from the platform's balance to a connected account. */
export interface Transfer extends Labelled {
  readonly amount: number;
  readonly amount_reversed: number;
  readonly currency: string;
  readonly description: string | null;
  readonly destination: string;
  /** The charge in the connected account. */
  readonly destination_payment: string;
  readonly balance_transaction: string;
  /** The charge whose money it is; null if it is taken from the available balance. */
  readonly source_transaction: string | null;
  readonly source_type: 'bank_account' | 'card';
  readonly transfer_group: string | null;
}

export interface TransferReversal extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly transfer: string;
  readonly balance_transaction: string;
  /** The refund in the connected account. */
  readonly destination_payment_refund: string;
  /** The refund that caused it, if any. */
  readonly source_refund: string | null;
}

/** What the platform keeps of a payment to a connected account. */
export interface ApplicationFee extends Entity {
  readonly account: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  /** In the connected account. */
  readonly charge: string;
  /** The platform's own charge, if it was one to a destination. */
  readonly originating_transaction: string | null;
  readonly balance_transaction: string;
}

export interface FeeRefund extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly fee: string;
  readonly balance_transaction: string;
}
