import type { Context } from '../context.ts';
import { money } from '../money.ts';
import { day } from '../pricing/period-text.ts';
import type { Invoice } from '../state/billing-entities.ts';
import type { CreditNote } from '../state/credit-note-entities.ts';
import { creditNoteWire } from '../wire/credit-note-wire.ts';
import { billTo } from './bill-to.ts';
import { invoiceRows, issuedOn, type Row, reverseChargeNote } from './invoice-page.ts';
import { pdf } from './pdf.ts';

export function invoicePdf(context: Context, invoice: Invoice): Buffer {
  const { customFields, number, description, footer } = invoice;
  const rows = invoiceRows(context, invoice);
  const addressee = billTo(context, invoice);
  const to = addressee.length > 0 ? ['Bill to', ...addressee] : [];
  return createDocument(
    [`Invoice ${number}`, issuedOn(invoice)],
    (customFields ?? []).map(({ name, value }) => `${name}: ${value}`),
    to,
    splitLines(description),
    amounts(rows),
    splitLines(reverseChargeNote(context, invoice)),
    splitLines(footer),
  );
}

export function creditNotePdf(context: Context, note: CreditNote): Buffer {
  const { currency, total, discount_amount: discount, invoice } = creditNoteWire(context, note);
  const { number } = context.store.invoices.get(String(invoice)) ?? {};
  const rows = [
    ...note.lines.map(({ description, amount }): Row => [description, money(amount, currency)]),
    ...(discount === 0 ? [] : [['Discount', money(-discount, currency)] as const]),
    ['Total credited', money(total, currency)] as const,
  ];
  const title = `Credit note ${note.number} for invoice ${number}`;
  return createDocument([title, day(note.created)], amounts(rows));
}

const amounts = (rows: readonly Row[]) => rows.map(([what, amount]) => `${what}: ${amount}`);

const splitLines = (text: string | null | undefined) => text?.split(/\r?\n/) ?? [];

/** Joins sections with empty lines. */
function createDocument(...parts: readonly (readonly string[])[]): Buffer {
  const filled = parts.filter((part) => part.length > 0);
  return pdf(filled.flatMap((part, index) => (index === 0 ? part : ['', ...part])));
}
