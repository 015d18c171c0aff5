import type Stripe from 'stripe';
import {
  exclusiveParameters,
  missingParameter,
  noSuch,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { splitInProportion } from '../../kinds/money.ts';
import { newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { metadataOrNull } from '../../kinds/params/composite.ts';
import { integer, type ReadValue } from '../../kinds/params/reader.ts';
import type { Cost } from './tax-calculation.ts';
import {
  type RecordedItem,
  rejectTaken,
  requireTransaction,
  type TaxTransaction,
  taxTransactionWire,
} from './tax-transactions.ts';

const MAX_PARTIAL_REVERSALS = 30;

const PATH = '/v1/tax/transactions/create_reversal';

const negative = integer(undefined, 0);

const reverseParams = callParams<Stripe.Tax.TransactionCreateReversalParams>(`POST ${PATH}`, {
  flat_amount: negative,
  line_items: 1000,
  'line_items[amount]': negative,
  'line_items[amount_tax]': negative,
  'line_items[quantity]': integer(0),
  'shipping_cost[amount]': negative,
  'shipping_cost[amount_tax]': negative,
});

type Reversal = ReadValue<typeof reverseParams>;

export const taxReversalEndpoints: readonly Endpoint[] = [post(PATH, reverseParams, reverse)];

function reverse(context: Context, params: Reversal): object {
  const original = requireTransaction(context, params.original_transaction, 'original_transaction');
  rejectTaken(context, params.reference);
  const fully = params.mode === 'full';
  const { lines, shipping_cost } = (fully ? reverseAll : reversePart)(context, params, original);
  const now = context.time.now();
  const reversal = context.store.taxTransactions.put({
    ...original,
    id: newId('tax'),
    created: now,
    posted_at: now,
    reference: params.reference,
    reversal: { original_transaction: original.id },
    shipping_cost,
    type: 'reversal',
    metadata: metadataOrNull(params.metadata),
    hidden: { fully, lines },
  });
  return taxTransactionWire(reversal);
}

type Reversed = Pick<TaxTransaction, 'shipping_cost'> & Pick<TaxTransaction['hidden'], 'lines'>;

/** Partial reversals before it stay as they are. */
function reverseAll(context: Context, params: Reversal, original: TaxTransaction): Reversed {
  const other = (['flat_amount', 'line_items', 'shipping_cost'] as const).find(
    (name) => params[name] !== undefined,
  );
  if (other !== undefined) throw notSupported(`\`${other}\` next to \`mode=full\``, other);
  const isReversed = listReversals(context, original).some(
    (one) => one.hidden.fully && !listReversals(context, one).some(({ hidden }) => hidden.fully),
  );
  if (isReversed) {
    throw rejected(`The tax transaction ${original.id} has been fully reversed already.`, {
      param: 'original_transaction',
    });
  }
  return {
    lines: original.hidden.lines.map((line) => reversedLine(line, negated(line))),
    shipping_cost: original.shipping_cost && {
      ...original.shipping_cost,
      ...negated(original.shipping_cost),
    },
  };
}

type Part = Pick<Cost, 'amount' | 'amount_tax'>;

const NOTHING: Part = { amount: 0, amount_tax: 0 };

const negated = ({ amount, amount_tax }: Part): Part => ({ amount: -amount, amount_tax: -amount_tax });

function reversedLine(line: RecordedItem, part: Part, more: Partial<RecordedItem> = {}): RecordedItem {
  const reversal = { original_line_item: line.id };
  return { ...line, ...part, ...more, id: newId('tax_li', 14), reversal, type: 'reversal' };
}

function listReversals({ store }: Context, { id }: TaxTransaction): TaxTransaction[] {
  return [...store.taxTransactions.newestFirst(({ reversal }) => reversal?.original_transaction === id)];
}

function reversePart(context: Context, params: Reversal, original: TaxTransaction): Reversed {
  if (original.reversal !== null)
    throw notSupported('partial reversals of reversals', 'original_transaction');
  const partial = listReversals(context, original).filter(({ hidden }) => !hidden.fully);
  if (partial.length >= MAX_PARTIAL_REVERSALS) {
    throw rejected(`A tax transaction can have at most ${MAX_PARTIAL_REVERSALS} partial reversals.`);
  }
  const { flat_amount: flat, line_items: lines, shipping_cost: shipping } = params;
  if (flat === undefined && lines === undefined && shipping === undefined)
    throw missingParameter('line_items');
  if (flat !== undefined && (lines ?? shipping) !== undefined) {
    throw exclusiveParameters('flat_amount, line_items, shipping_cost', 'flat_amount');
  }
  return flat === undefined ? reverseNamed(context, params, original) : reverseFlat(context, -flat, original);
}

function reverseNamed(
  context: Context,
  { line_items: given = [], shipping_cost: cost }: Reversal,
  original: TaxTransaction,
): Reversed {
  const lines = given.map((one, index) => {
    const place = `line_items[${index}]`;
    const line = original.hidden.lines.find(({ id }) => id === one.original_line_item);
    if (line === undefined) {
      throw noSuch('tax line item', one.original_line_item, `${place}[original_line_item]`);
    }
    const { amount, amount_tax, quantity = line.quantity, reference } = one;
    const earlier = given.slice(0, index).filter((other) => other.original_line_item === line.id);
    rejectExcess(remainder(context, original, line), [one, ...earlier], place);
    return reversedLine(
      line,
      { amount, amount_tax },
      { quantity, reference, metadata: metadataOrNull(one.metadata) },
    );
  });
  if (cost === undefined) return { lines, shipping_cost: null };
  if (original.shipping_cost === null) {
    throw rejected(`The tax transaction ${original.id} has no shipping cost.`, 'shipping_cost');
  }
  rejectExcess(leftOfShipping(context, original), [cost], 'shipping_cost');
  return { lines, shipping_cost: { ...original.shipping_cost, ...cost } };
}

function rejectExcess(left: Part, reversals: readonly Part[], place: string): void {
  const amount = reversals.reduce((sum, one) => sum + one.amount, left.amount);
  const tax = reversals.reduce((sum, one) => sum + one.amount_tax, left.amount_tax);
  if (amount >= 0 && tax >= 0) return;
  const param = `${place}[${amount < 0 ? 'amount' : 'amount_tax'}]`;
  throw rejected('You cannot reverse more than is left of the transaction.', param);
}

/** What reversals, and the reversals of these, leave of a line. */
function remainder(context: Context, of: TaxTransaction, line: RecordedItem): Part {
  return listReversals(context, of).reduce<Part>(
    (left, reversal) =>
      reversal.hidden.lines
        .filter((one) => one.reversal?.original_line_item === line.id)
        .map((reversed) => remainder(context, reversal, reversed))
        .reduce(addParts, left),
    line,
  );
}

function leftOfShipping(context: Context, of: TaxTransaction): Part {
  const own = of.shipping_cost ?? NOTHING;
  return listReversals(context, of)
    .map((reversal) => leftOfShipping(context, reversal))
    .reduce(addParts, own);
}

function addParts(one: Part, other: Part): Part {
  return { amount: one.amount + other.amount, amount_tax: one.amount_tax + other.amount_tax };
}

/** Splits an amount with its tax over what is left of the lines and of shipping, and each part between both. */
function reverseFlat(context: Context, flat: number, original: TaxTransaction): Reversed {
  const {
    shipping_cost: shipping,
    hidden: { lines },
  } = original;
  const costs = [...lines, ...(shipping === null ? [] : [shipping])];
  const isInclusive = (index: number) => costs[index]?.tax_behavior === 'inclusive';
  const left = [
    ...lines.map((line) => remainder(context, original, line)),
    ...(shipping === null ? [] : [leftOfShipping(context, original)]),
  ].map(({ amount, amount_tax: tax }, index) => ({ net: isInclusive(index) ? amount - tax : amount, tax }));
  const totals = left.map(({ net, tax }) => Math.max(0, net + tax));
  const available = totals.reduce((sum, total) => sum + total, 0);
  if (flat > available) {
    throw rejected('You cannot reverse more than is left of the transaction.', 'flat_amount');
  }
  const parts = splitInProportion(flat, totals).map((total, index): Part => {
    const { net = 0, tax: taxLeft = 0 } = left[index] ?? {};
    const [, tax = 0] = splitInProportion(total, [net, taxLeft]);
    return { amount: -(isInclusive(index) ? total : total - tax) || 0, amount_tax: -tax || 0 };
  });
  return {
    lines: lines.map((line, index) => reversedLine(line, parts[index] ?? NOTHING)),
    shipping_cost: shipping && { ...shipping, ...(parts.at(-1) ?? NOTHING) },
  };
}
