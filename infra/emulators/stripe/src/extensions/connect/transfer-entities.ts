import type { Entity, Labelled } from '../../kinds/store/entity.ts';

/** How a payment is shared between a platform and a connected account. */
export interface PaymentSplit {
  readonly applicationFee?: number;
  /** The connected account that gets the money of a platform's charge. */
  readonly destination?: string;
  /** Absent if it gets all of it. */
  readonly transferAmount?: number;
  readonly onBehalfOf?: string;
  readonly transferGroup?: string;
}

/** How an invoice is shared: in amounts, or in percentages of what is due, with at most two decimal places. */
export interface InvoiceSplit extends PaymentSplit {
  readonly feePercent?: number;
  readonly transferPercent?: number;
}

/** Money from the platform's balance to a connected account. */
export interface Transfer extends Labelled {
  readonly amount: number;
  readonly amountReversed: number;
  readonly currency: string;
  readonly description: string | null;
  readonly destination: string;
  /** The charge in the connected account. */
  readonly destinationPayment: string;
  readonly balanceTransaction: string;
  /** The charge whose money it is; null if it is taken from the available balance. */
  readonly sourceTransaction: string | null;
  readonly sourceType: 'bank_account' | 'card';
  readonly transferGroup: string | null;
}

export interface TransferReversal extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly transfer: string;
  readonly balanceTransaction: string;
  /** The refund in the connected account. */
  readonly destinationPaymentRefund: string;
  /** The refund that caused it, if any. */
  readonly sourceRefund: string | null;
}

/** What the platform keeps of a payment to a connected account. */
export interface ApplicationFee extends Entity {
  readonly account: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  /** In the connected account. */
  readonly charge: string;
  /** The platform's own charge, if it was one to a destination. */
  readonly originatingTransaction: string | null;
  readonly balanceTransaction: string;
}

export interface FeeRefund extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly fee: string;
  readonly balanceTransaction: string;
}
