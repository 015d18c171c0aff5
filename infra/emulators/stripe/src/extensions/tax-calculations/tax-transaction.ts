import type Stripe from 'stripe';
import type { Entity, Metadata } from '../../kinds/store/entity.ts';
import {
  costWire,
  type Item,
  type RecordedCost,
  type Shipping,
  type TaxedCustomer,
  taxedCustomerWire,
} from './tax-calculation.ts';

export interface RecordedItem extends RecordedCost, Item {
  /** The line that it reverses. */
  readonly original: string | null;
}

export interface TaxTransaction extends Entity {
  readonly currency: string;
  readonly customer: string | null;
  readonly details: TaxedCustomer;
  readonly lines: readonly RecordedItem[];
  readonly shipping: (RecordedCost & Shipping) | null;
  readonly reference: string;
  /** The transaction that it reverses, and whether it does so fully. */
  readonly reverses: { readonly id: string; readonly fully: boolean } | null;
  readonly tax_date: number;
  readonly posted_at: number;
  readonly metadata: Metadata | null;
}

export function taxTransactionWire(transaction: TaxTransaction): Stripe.Tax.Transaction {
  const { created, currency, customer, details, id, metadata, reference, reverses, shipping } = transaction;
  return {
    id,
    object: 'tax.transaction',
    created,
    currency,
    customer,
    customer_details: taxedCustomerWire(details),
    livemode: false,
    metadata,
    posted_at: transaction.posted_at,
    reference,
    reversal: reverses && { original_transaction: reverses.id },
    ship_from_details: null,
    shipping_cost: shipping && {
      ...costWire(shipping),
      ...(shipping.shipping_rate !== null && { shipping_rate: shipping.shipping_rate }),
    },
    tax_date: transaction.tax_date,
    type: reverses === null ? 'transaction' : 'reversal',
  };
}

export function recordedItemWire(item: RecordedItem): Stripe.Tax.TransactionLineItem {
  const { id, metadata, original, product, quantity, reference } = item;
  return {
    id,
    object: 'tax.transaction_line_item',
    ...costWire(item),
    livemode: false,
    metadata,
    product,
    quantity,
    reference,
    reversal: original === null ? null : { original_line_item: original },
    type: original === null ? 'transaction' : 'reversal',
  };
}
