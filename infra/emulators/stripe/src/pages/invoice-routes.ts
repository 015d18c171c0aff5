import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { Invoice } from '../state/billing-entities.ts';
import type { ContextOf } from './context-of.ts';
import { invoicePage } from './invoice-page.ts';
import { invoicePaymentRoutes } from './invoice-payment-routes.ts';
import { creditNotePdf, invoicePdf } from './invoice-pdf.ts';
import { plainPage } from './layout.ts';
import { sendHtml } from './send-page.ts';

interface InvoiceRequest {
  Params: { readonly id: string };
}

/** A finalized invoice's page, payment and PDF, and its credit notes' PDFs. */
export function invoiceRoutes(server: FastifyInstance, contextOf: ContextOf): void {
  const onInvoice = (
    id: string,
    reply: FastifyReply,
    act: (context: Context, invoice: Invoice) => FastifyReply,
  ) => {
    const context = contextOf(reply.request, id);
    const invoice = context.store.invoices.get(id);
    if (invoice !== undefined && invoice.status !== 'draft') return act(context, invoice);
    const text = 'There is no invoice at this address.';
    return sendHtml(reply.code(404), plainPage(context.settings.pagesPath, { title: 'Not found', text }));
  };
  server.get<InvoiceRequest>('/i/:id', ({ params }, reply) =>
    onInvoice(params.id, reply, (context, invoice) => sendHtml(reply, invoicePage(context, invoice))),
  );
  server.get<InvoiceRequest>('/i/:id/pdf', ({ params }, reply) =>
    onInvoice(params.id, reply, (context, invoice) =>
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number}.pdf"`)
        .send(invoicePdf(context, invoice)),
    ),
  );
  server.get<InvoiceRequest>('/cn/:id/pdf', (request, reply) => {
    const context = contextOf(request, request.params.id);
    const note = context.store.creditNotes.get(request.params.id);
    if (note === undefined) return reply.callNotFound();
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="CreditNote-${note.number}.pdf"`)
      .send(creditNotePdf(context, note));
  });
  invoicePaymentRoutes(server, contextOf);
}
