import type Stripe from 'stripe';
import { type Entity, type Kept, shown } from '../../kinds/store/kind-type.ts';
import type { Shipping, TaxedCustomer } from './tax-calculation.ts';

export type RecordedItem = Kept<Stripe.Tax.TransactionLineItem>;

type Fields =
  | 'currency'
  | 'customer'
  | 'metadata'
  | 'posted_at'
  | 'reference'
  | 'reversal'
  | 'tax_date'
  | 'type';

export interface TaxTransaction extends Entity, Pick<Kept<Stripe.Tax.Transaction>, Fields> {
  readonly customer_details: TaxedCustomer;
  readonly shipping_cost: Shipping | null;
  readonly hidden: {
    readonly lines: readonly RecordedItem[];
    /** Whether it reverses another one as a whole. */
    readonly fully: boolean;
  };
}

export const taxTransactionWire: (transaction: TaxTransaction) => Stripe.Tax.Transaction = shown(
  'tax.transaction',
  { ship_from_details: null },
);

export const recordedItemWire: (item: RecordedItem) => Stripe.Tax.TransactionLineItem = shown(
  'tax.transaction_line_item',
  {},
);
