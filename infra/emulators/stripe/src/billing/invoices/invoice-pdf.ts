import { day } from '../../catalogue/period-text.ts';
import { creditNoteWire } from '../../extensions/credit-notes/credit-note.ts';
import type { CreditNote } from '../../extensions/credit-notes/credit-note-entities.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { pdf } from '../../pages/pdf.ts';
import type { Invoice } from '../billing-entities.ts';
import { billTo } from './bill-to.ts';
import { invoiceRows, issuedOn, type Row, reverseChargeNote } from './invoice-page.ts';

export function invoicePdf(context: Context, invoice: Invoice): Buffer {
  const { custom_fields, number, description, footer } = invoice;
  const rows = invoiceRows(context, invoice);
  const addressee = billTo(context, invoice);
  const to = addressee.length > 0 ? ['Bill to', ...addressee] : [];
  return createDocument(
    [`Invoice ${number}`, issuedOn(invoice)],
    (custom_fields ?? []).map(({ name, value }) => `${name}: ${value}`),
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
