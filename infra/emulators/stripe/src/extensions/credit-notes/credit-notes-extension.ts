import { type Part, reference } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import type { PageRequest } from '../../pages/page-request.ts';
import { type CreditNote, creditNoteWire } from './credit-note.ts';
import { creditNotePdf } from './credit-note-pdf.ts';
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
