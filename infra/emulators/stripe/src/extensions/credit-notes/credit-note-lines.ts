import type Stripe from 'stripe';
import { findAddressee } from '../../billing/addressee.ts';
import type { Invoice } from '../../billing/billing-entities.ts';
import type { InvoiceLine } from '../../billing/invoices/invoice-item.ts';
import { computeTaxAmounts, usableTaxRates } from '../../billing/tax/line-taxes.ts';
import { exclusiveTax } from '../../billing/tax/tax.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import type { TaxAmount } from '../../catalogue/tax-rate.ts';
import { exclusiveParameters, noSuch, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { roundedShare } from '../../kinds/money.ts';
import { newId } from '../../kinds/objects.ts';
import type { Taken } from '../../kinds/params/as-described.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import type { CreditNote, CreditNoteLine } from './credit-note.ts';

/** A requested line: part of an invoice line, or a custom one. */
type CreditRequest = Pick<Taken<Stripe.CreditNoteCreateParams>, 'amount' | 'lines'>;
type CreditLineRequest = NonNullable<CreditRequest['lines']>[number];

/** The invoice's credit notes that are not void, newest first. */
function issuedCreditNotes({ store }: Context, { id }: Invoice): Iterable<CreditNote> {
  return store.creditNotes.where('invoice', id, ({ voided_at }) => voided_at === null);
}

/** The lines' total after discounts, with taxes. */
export function creditedTotal(lines: readonly CreditNoteLine[]): number {
  return lines.reduce(
    (sum, { amount, discount_amounts, tax_amounts }) =>
      sum + amount - sumAmounts(discount_amounts) + exclusiveTax(tax_amounts),
    0,
  );
}

export function creditLines(context: Context, invoice: Invoice, requested: CreditRequest): CreditNoteLine[] {
  const { amount, lines } = requested;
  if (lines === undefined || lines.length === 0) return [lineOfAmount(invoice, amount)];
  const credited = Array.from(issuedCreditNotes(context, invoice), (note) => note.lines).flat();
  const made: CreditNoteLine[] = [];
  for (const [index, line] of lines.entries()) {
    const name = `lines[${index}]`;
    if (line.type === 'custom_line_item') made.push(customLine(context, invoice, line, name));
    else made.push(partOfLine(invoice, line, [...credited, ...made], name));
  }
  const total = creditedTotal(made);
  if (amount === undefined || amount === total) return made;
  throw rejected(`The amount (${amount}) must equal the sum of the lines (${total}).`, 'amount');
}

/** An amount without lines becomes a custom line. */
function lineOfAmount({ number }: Invoice, amount: number | undefined): CreditNoteLine {
  if (amount === undefined) {
    throw rejected('One of `amount`, `lines`, or `shipping_cost` must be provided.', {
      code: 'parameter_missing',
      param: 'amount',
    });
  }
  return newLine({ description: `Credit for invoice ${number}`, amount, quantity: 1, unit_amount: amount });
}

function customLine(
  context: Context,
  invoice: Invoice,
  requested: CreditLineRequest,
  name: string,
): CreditNoteLine {
  const { description, quantity = 1, unit_amount } = requested;
  rejectFields(requested, ['amount', 'invoice_line_item'], name);
  if (unit_amount === undefined) throw missingIn(name, 'unit_amount');
  if (description === undefined) throw missingIn(name, 'description');
  const metadata = changedMetadata({}, requested.metadata);
  const amount = unit_amount * quantity;
  const rates = usableTaxRates(context, requested.tax_rates, `${name}[tax_rates]`);
  const { customer_tax_exempt } = findAddressee(context, invoice);
  const taxes = computeTaxAmounts(context, amount, rates, customer_tax_exempt);
  return newLine({ description, amount, quantity, unit_amount, metadata, tax_amounts: taxes });
}

function partOfLine(
  invoice: Invoice,
  requested: CreditLineRequest,
  credited: readonly CreditNoteLine[],
  name: string,
): CreditNoteLine {
  rejectFields(requested, ['unit_amount', 'description', 'tax_rates'], name);
  const id = requested.invoice_line_item;
  if (id === undefined) throw missingIn(name, 'invoice_line_item');
  const line = invoice.lines.find((candidate) => candidate.id === id);
  if (line === undefined) throw noSuch('invoice line item', id, `${name}[invoice_line_item]`);
  const earlier = credited.filter(({ invoice_line_item }) => invoice_line_item === id);
  const part = requested.quantity === undefined ? ofAmount : ofQuantity;
  const { amount, quantity } = part(line, requested, earlier, name);
  return newLine({
    description: line.description ?? '',
    amount,
    quantity,
    unit_amount: quantity === null ? null : line.unit_amount,
    invoice_line_item: id,
    discount_amounts: shareDiscounts(line, amount, earlier),
    tax_amounts: taxesOfPart(line, amount, earlier),
    metadata: changedMetadata({}, requested.metadata),
  });
}

type Part = Pick<CreditNoteLine, 'amount' | 'quantity'>;

function ofAmount(
  line: InvoiceLine,
  { amount }: CreditLineRequest,
  earlier: readonly CreditNoteLine[],
  name: string,
): Part {
  if (amount === undefined) throw missingIn(name, 'amount');
  if (earlier.some(({ quantity }) => quantity !== null)) throw mixed(line, name);
  const left = line.amount - sumAmounts(earlier);
  if (amount <= left) return { amount, quantity: null };
  throw rejected(`The amount (${amount}) exceeds the remaining amount of the line item (${left}).`, {
    param: `${name}[amount]`,
  });
}

/** Computed cumulatively, so that the parts of a line add up to it. */
function ofQuantity(
  line: InvoiceLine,
  { amount, quantity = 0 }: CreditLineRequest,
  earlier: readonly CreditNoteLine[],
  name: string,
): Part {
  if (amount !== undefined) {
    throw exclusiveParameters('amount, quantity', `${name}[quantity]`);
  }
  if (earlier.some((one) => one.quantity === null)) throw mixed(line, name);
  const before = earlier.reduce((sum, one) => sum + (one.quantity ?? 0), 0);
  if (quantity <= line.quantity - before && line.amount > 0) {
    const soFar = roundedShare(line.amount, before + quantity, line.quantity);
    return { amount: soFar - sumAmounts(earlier), quantity };
  }
  throw rejected(
    `The quantity (${quantity}) exceeds the remaining quantity of the line item (${line.quantity - before}).`,
    { param: `${name}[quantity]` },
  );
}

/** Discounts in proportion to the credited part. */
function shareDiscounts(
  line: InvoiceLine,
  amount: number,
  earlier: readonly CreditNoteLine[],
): DiscountAmount[] {
  const soFar = sumAmounts(earlier) + amount;
  return line.discount_amounts.map(({ discount, amount: whole }) => {
    const before = earlier.flatMap((one) => one.discount_amounts).filter((one) => one.discount === discount);
    return { discount, amount: Math.max(0, roundedShare(whole, soFar, line.amount) - sumAmounts(before)) };
  });
}

/** Taxes in proportion to the credited part. */
function taxesOfPart(line: InvoiceLine, amount: number, earlier: readonly CreditNoteLine[]): TaxAmount[] {
  const soFar = sumAmounts(earlier) + amount;
  return (line.tax_amounts ?? []).map((tax) => {
    const before = earlier.flatMap((one) => one.tax_amounts).filter(({ rate }) => rate === tax.rate);
    const partLeft = (whole: number, taken: number) =>
      Math.max(0, roundedShare(whole, soFar, line.amount) - taken);
    return {
      ...tax,
      amount: partLeft(tax.amount, sumAmounts(before)),
      taxable: partLeft(
        tax.taxable,
        before.reduce((sum, { taxable }) => sum + taxable, 0),
      ),
    };
  });
}

function newLine(
  line: Partial<CreditNoteLine> & Pick<CreditNoteLine, 'amount' | 'description'>,
): CreditNoteLine {
  return {
    quantity: null,
    unit_amount: null,
    discount_amounts: [],
    tax_amounts: [],
    metadata: {},
    ...line,
    id: newId('cnli'),
  };
}

function sumAmounts(parts: readonly { readonly amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

function rejectFields(
  line: CreditLineRequest,
  fields: readonly (keyof CreditLineRequest)[],
  name: string,
): void {
  const field = fields.find((one) => line[one] !== undefined);
  if (field === undefined) return;
  const other = line.type === 'custom_line_item' ? 'invoice_line_item' : 'custom_line_item';
  throw rejected(`\`${field}\` is only valid when the line item's type is \`${other}\`.`, {
    param: `${name}[${field}]`,
  });
}

function missingIn(name: string, field: string): Error {
  const param = `${name}[${field}]`;
  return rejected(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function mixed({ id }: InvoiceLine, name: string): Error {
  const message = `The line item ${id} can be credited either by quantity or by amount, not by both.`;
  return rejected(message, `${name}[invoice_line_item]`);
}
