import type { Context } from '../context.ts';
import { day, money } from '../pricing/money.ts';
import type { Invoice } from '../state/billing-entities.ts';
import type { CreditNote } from '../state/credit-note-entities.ts';
import { creditNoteWire } from '../wire/credit-note-wire.ts';
import { invoiceRows, type Row } from './invoice-page.ts';
import { pdf } from './pdf.ts';

export function invoicePdf(context: Context, invoice: Invoice): Buffer {
  return documentOf(`Invoice ${invoice.number}`, invoice.created, invoiceRows(context, invoice));
}

export function creditNotePdf(context: Context, note: CreditNote): Buffer {
  const { currency, total, discount_amount: discount, lines, invoice } = creditNoteWire(context, note);
  const { number } = context.store.invoices.get(String(invoice)) ?? {};
  return documentOf(`Credit note ${note.number} for invoice ${number}`, note.created, [
    ...lines.data.map(({ description, amount }): Row => [description ?? '', money(amount, currency)]),
    ...(discount === 0 ? [] : [['Discount', money(-discount, currency)] as const]),
    ['Total credited', money(total, currency)],
  ]);
}

function documentOf(title: string, created: number, rows: readonly Row[]): Buffer {
  return pdf([title, day(created), '', ...rows.map(([what, amount]) => `${what}: ${amount}`)]);
}
