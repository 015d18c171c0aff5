import type Stripe from 'stripe';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post, retrieval } from '../../kinds/endpoint.ts';
import { finder, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { metadataOrNull } from '../../kinds/params/composite.ts';
import { integer, type ReadValue } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/read-page.ts';
import { type Entity, type Kept, shown } from '../../kinds/store/kind-type.ts';
import { recorded, type Shipping, type TaxCalculation, type TaxedCustomer } from './tax-calculation.ts';
import { requireCalculation } from './tax-calculations.ts';

export type RecordedItem = Kept<Stripe.Tax.TransactionLineItem>;

export interface TaxTransaction
  extends Entity,
    Pick<
      Kept<Stripe.Tax.Transaction>,
      'currency' | 'customer' | 'metadata' | 'posted_at' | 'reference' | 'reversal' | 'tax_date' | 'type'
    > {
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

const PATH = '/v1/tax/transactions';
const CREATE = `${PATH}/create_from_calculation`;

const createParams = callParams<Stripe.Tax.TransactionCreateFromCalculationParams>(`POST ${CREATE}`, {
  posted_at: integer(0),
});

export const taxTransactionEndpoints: readonly Endpoint[] = [
  post(CREATE, createParams, create),
  retrieval(`${PATH}/:id`, (context, id) => taxTransactionWire(requireTransaction(context, id))),
  partList(`${PATH}/:id/line_items`, 'tax line item', (context, id) => ({
    matches: requireTransaction(context, id).hidden.lines,
    wire: recordedItemWire,
  })),
];

export const requireTransaction = finder('tax transaction', 'taxTransactions');

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const now = context.time.now();
  const { currency, customer, customer_details, lines, shipping, tax_date } = requireCalculation(
    context,
    params.calculation,
    'calculation',
  );
  rejectTaken(context, params.reference);
  const { posted_at = now } = params;
  if (tax_date <= now && (posted_at < tax_date || posted_at > now)) {
    throw rejected('`posted_at` must be between the tax date and the current time.', 'posted_at');
  }
  const transaction = context.store.taxTransactions.put({
    id: newId('tax'),
    created: now,
    currency,
    customer,
    customer_details,
    shipping_cost: shipping && recorded(shipping),
    reference: params.reference,
    reversal: null,
    tax_date,
    type: 'transaction',
    posted_at,
    metadata: metadataOrNull(params.metadata),
    hidden: { fully: false, lines: lines.map(recordedItem) },
  });
  return taxTransactionWire(transaction);
}

function recordedItem(line: TaxCalculation['lines'][number]): RecordedItem {
  return { ...recorded(line), id: newId('tax_li', 14), reversal: null, type: 'transaction' };
}

/** Stripe does not document the text of this. */
export function rejectTaken({ store }: Context, reference: string): void {
  const [taken] = store.taxTransactions.newestFirst((one) => one.reference === reference);
  if (taken === undefined) return;
  throw rejected(`The tax transaction ${taken.id} already has this reference.`, 'reference');
}
