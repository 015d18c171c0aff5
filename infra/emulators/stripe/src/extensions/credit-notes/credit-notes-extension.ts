import { amounts, createDocument, type Row } from '../../billing/invoices/invoice-page.ts';
import { day } from '../../catalogue/period-text.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { type Part, reference } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import type { PageRequest } from '../../pages/send-page.ts';
import { type CreditNote, creditNoteWire } from './credit-note.ts';
import { creditNoteEndpoints } from './credit-notes.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly creditNotes: Collection<CreditNote>;
  }
}

export const creditNotes: Part = {
  collections: { creditNotes: null },
  endpoints: creditNoteEndpoints,
  pages: (server, { holding }) => {
    const findContext = holding((store, id) => store.creditNotes.get(id));
    server.get<PageRequest>('/cn/:id/pdf', (request, reply) => {
      const context = findContext(request, request.params.id);
      const note = context.store.creditNotes.get(request.params.id);
      if (note === undefined) return reply.callNotFound();
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="CreditNote-${note.number}.pdf"`)
        .send(creditNotePdf(context, note));
    });
  },
  references: { credit_note: reference('credit note', (store) => store.creditNotes, creditNoteWire) },
};

function creditNotePdf(context: Context, note: CreditNote): Buffer {
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
