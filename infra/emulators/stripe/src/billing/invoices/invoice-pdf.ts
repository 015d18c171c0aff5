import type { Context } from '../../kinds/context.ts';
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

export const amounts = (rows: readonly Row[]) => rows.map(([what, amount]) => `${what}: ${amount}`);

const splitLines = (text: string | null | undefined) => text?.split(/\r?\n/) ?? [];

/** Joins sections with empty lines. */
export function createDocument(...parts: readonly (readonly string[])[]): Buffer {
  const filled = parts.filter((part) => part.length > 0);
  return pdf(filled.flatMap((part, index) => (index === 0 ? part : ['', ...part])));
}
