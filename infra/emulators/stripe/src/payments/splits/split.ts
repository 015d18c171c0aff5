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
