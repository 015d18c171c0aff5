import type Stripe from 'stripe';
import type { RecordedItem, TaxTransaction } from '../../customers/tax-entities.ts';
import { costWire, taxedCustomerWire } from './tax-calculation.ts';

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
