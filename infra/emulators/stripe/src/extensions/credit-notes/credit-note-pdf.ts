import type { Row } from '../../billing/invoices/invoice-page.ts';
import { amounts, createDocument } from '../../billing/invoices/invoice-pdf.ts';
import { day } from '../../catalogue/period-text.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { type CreditNote, creditNoteWire } from './credit-note.ts';

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
