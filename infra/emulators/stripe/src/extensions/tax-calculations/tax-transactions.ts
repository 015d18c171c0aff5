import { recorded } from '../../billing/tax/tax.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post, retrieval } from '../../kinds/endpoint.ts';
import { finder } from '../../kinds/lookup.ts';
import { object } from '../../kinds/params/composite.ts';
import { metadata, metadataOrNull } from '../../kinds/params/metadata.ts';
import { integer, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/part-list.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import { requireCalculation } from './tax-calculations.ts';
import { recordedItemWire, taxTransactionWire } from './tax-transaction.ts';

const PATH = '/v1/tax/transactions';

const createParams = object({
  calculation: text(),
  metadata,
  posted_at: optional(integer(0)),
  reference: text(500),
});

export const taxTransactionEndpoints: readonly Endpoint[] = [
  post(`${PATH}/create_from_calculation`, createParams, create),
  retrieval(`${PATH}/:id`, (context, id) => taxTransactionWire(requireTransaction(context, id))),
  partList(`${PATH}/:id/line_items`, 'tax line item', (context, id) => ({
    matches: requireTransaction(context, id).lines,
    wire: recordedItemWire,
  })),
];

export const requireTransaction = finder('tax transaction', 'taxTransactions');

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const now = context.time.now();
  const { currency, customer, details, lines, shipping, tax_date } = requireCalculation(
    context,
    params.calculation,
    'calculation',
  );
  rejectTaken(context, params.reference);
  const { posted_at = now } = params;
  if (tax_date <= now && (posted_at < tax_date || posted_at > now)) {
    throw rejected('`posted_at` must be between the tax date and the current time.', { param: 'posted_at' });
  }
  const transaction = context.store.taxTransactions.put({
    id: newId('tax'),
    created: now,
    currency,
    customer,
    details,
    lines: lines.map((line) => ({ ...recorded(line), id: newId('tax_li', 14), original: null })),
    shipping: shipping && recorded(shipping),
    reference: params.reference,
    reverses: null,
    tax_date,
    posted_at,
    metadata: metadataOrNull(params.metadata),
  });
  return taxTransactionWire(transaction);
}

/** Stripe does not document the text of this. */
export function rejectTaken({ store }: Context, reference: string): void {
  const [taken] = store.taxTransactions.newestFirst((one) => one.reference === reference);
  if (taken === undefined) return;
  throw rejected(`The tax transaction ${taken.id} already has this reference.`, { param: 'reference' });
}
