import { splitInProportion } from '../../catalogue/split-in-proportion.ts';
import {
  exclusiveParameters,
  missingParameter,
  noSuch,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { list, object } from '../../kinds/params/composite.ts';
import { metadata, metadataOrNull } from '../../kinds/params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import type { RecordedCost } from './tax-calculation.ts';
import { type RecordedItem, type TaxTransaction, taxTransactionWire } from './tax-transaction.ts';
import { rejectTaken, requireTransaction } from './tax-transactions.ts';

const MAX_PARTIAL_REVERSALS = 30;

const reversed = { amount: integer(undefined, 0), amount_tax: integer(undefined, 0) } as const;

const reverseParams = object({
  flat_amount: optional(integer(undefined, 0)),
  line_items: optional(
    list(
      object({
        ...reversed,
        metadata,
        original_line_item: text(),
        quantity: optional(integer(0)),
        reference: text(500),
      }),
      1000,
    ),
  ),
  metadata,
  mode: oneOf('full', 'partial'),
  original_transaction: text(),
  reference: text(500),
  shipping_cost: optional(object(reversed)),
});

type Reversal = ReadValue<typeof reverseParams>;

export const taxReversalEndpoints: readonly Endpoint[] = [
  post('/v1/tax/transactions/create_reversal', reverseParams, reverse),
];

function reverse(context: Context, params: Reversal): object {
  const original = requireTransaction(context, params.original_transaction, 'original_transaction');
  rejectTaken(context, params.reference);
  const fully = params.mode === 'full';
  const now = context.time.now();
  const reversal = context.store.taxTransactions.put({
    ...original,
    ...(fully ? reverseAll(context, params, original) : reversePart(context, params, original)),
    id: newId('tax'),
    created: now,
    posted_at: now,
    reference: params.reference,
    reverses: { id: original.id, fully },
    metadata: metadataOrNull(params.metadata),
  });
  return taxTransactionWire(reversal);
}

type Reversed = Pick<TaxTransaction, 'lines' | 'shipping'>;

/** Partial reversals before it stay as they are. */
function reverseAll(context: Context, params: Reversal, original: TaxTransaction): Reversed {
  const other = (['flat_amount', 'line_items', 'shipping_cost'] as const).find(
    (name) => params[name] !== undefined,
  );
  if (other !== undefined) throw notSupported(`\`${other}\` next to \`mode=full\``, other);
  const isReversed = listReversals(context, original).some(
    (one) =>
      one.reverses?.fully === true && !listReversals(context, one).some(({ reverses }) => reverses?.fully),
  );
  if (isReversed) {
    throw rejected(`The tax transaction ${original.id} has been fully reversed already.`, {
      param: 'original_transaction',
    });
  }
  return {
    lines: original.lines.map((line) => reversedLine(line, negated(line))),
    shipping: original.shipping && { ...original.shipping, ...negated(original.shipping) },
  };
}

type Part = Pick<RecordedCost, 'amount' | 'tax'>;

const negated = ({ amount, tax }: Part): Part => ({ amount: -amount, tax: -tax });

function reversedLine(line: RecordedItem, part: Part, more: Partial<RecordedItem> = {}): RecordedItem {
  return { ...line, ...part, ...more, id: newId('tax_li', 14), original: line.id };
}

function listReversals({ store }: Context, { id }: TaxTransaction): TaxTransaction[] {
  return [...store.taxTransactions.newestFirst(({ reverses }) => reverses?.id === id)];
}

function reversePart(context: Context, params: Reversal, original: TaxTransaction): Reversed {
  if (original.reverses !== null)
    throw notSupported('partial reversals of reversals', 'original_transaction');
  const partial = listReversals(context, original).filter(({ reverses }) => reverses?.fully === false);
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
    const line = original.lines.find(({ id }) => id === one.original_line_item);
    if (line === undefined) {
      throw noSuch('tax line item', one.original_line_item, `${place}[original_line_item]`);
    }
    const { amount, amount_tax: tax, quantity = line.quantity, reference } = one;
    const earlier = given.slice(0, index).filter((other) => other.original_line_item === line.id);
    rejectExcess(remainder(context, original, line), [one, ...earlier], place);
    return reversedLine(
      line,
      { amount, tax },
      { quantity, reference, metadata: metadataOrNull(one.metadata) },
    );
  });
  if (cost === undefined) return { lines, shipping: null };
  if (original.shipping === null) {
    throw rejected(`The tax transaction ${original.id} has no shipping cost.`, { param: 'shipping_cost' });
  }
  rejectExcess(leftOfShipping(context, original), [cost], 'shipping_cost');
  return { lines, shipping: { ...original.shipping, amount: cost.amount, tax: cost.amount_tax } };
}

function rejectExcess(
  left: Part,
  reversals: readonly { readonly amount: number; readonly amount_tax: number }[],
  place: string,
): void {
  const amount = reversals.reduce((sum, one) => sum + one.amount, left.amount);
  const tax = reversals.reduce((sum, one) => sum + one.amount_tax, left.tax);
  if (amount >= 0 && tax >= 0) return;
  const param = `${place}[${amount < 0 ? 'amount' : 'amount_tax'}]`;
  throw rejected('You cannot reverse more than is left of the transaction.', { param });
}

/** What reversals, and the reversals of these, leave of a line. */
function remainder(context: Context, of: TaxTransaction, line: RecordedItem): Part {
  return listReversals(context, of).reduce<Part>(
    (left, reversal) =>
      reversal.lines
        .filter(({ original }) => original === line.id)
        .map((reversed) => remainder(context, reversal, reversed))
        .reduce(addParts, left),
    line,
  );
}

function leftOfShipping(context: Context, of: TaxTransaction): Part {
  const own = of.shipping ?? { amount: 0, tax: 0 };
  return listReversals(context, of)
    .map((reversal) => leftOfShipping(context, reversal))
    .reduce(addParts, own);
}

function addParts(one: Part, other: Part): Part {
  return { amount: one.amount + other.amount, tax: one.tax + other.tax };
}

/** Splits an amount with its tax over what is left of the lines and of shipping, and each part between both. */
function reverseFlat(context: Context, flat: number, original: TaxTransaction): Reversed {
  const { lines, shipping } = original;
  const costs = [...lines, ...(shipping === null ? [] : [shipping])];
  const left = [
    ...lines.map((line) => remainder(context, original, line)),
    ...(shipping === null ? [] : [leftOfShipping(context, original)]),
  ].map(({ amount, tax }, index) => ({ net: costs[index]?.inclusive === true ? amount - tax : amount, tax }));
  const totals = left.map(({ net, tax }) => Math.max(0, net + tax));
  const available = totals.reduce((sum, total) => sum + total, 0);
  if (flat > available) {
    throw rejected('You cannot reverse more than is left of the transaction.', { param: 'flat_amount' });
  }
  const parts = splitInProportion(flat, totals).map((total, index): Part => {
    const { net = 0, tax: taxLeft = 0 } = left[index] ?? {};
    const [, tax = 0] = splitInProportion(total, [net, taxLeft]);
    return { amount: -(costs[index]?.inclusive === true ? total : total - tax) || 0, tax: -tax || 0 };
  });
  const nothing = { amount: 0, tax: 0 };
  return {
    lines: lines.map((line, index) => reversedLine(line, parts[index] ?? nothing)),
    shipping: shipping && { ...shipping, ...(parts.at(-1) ?? nothing) },
  };
}
