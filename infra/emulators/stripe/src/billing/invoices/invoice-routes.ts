import type { FastifyInstance } from 'fastify';
import type { FindContext } from '../../kinds/part.ts';
import { type PageRequest, sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { invoicePage } from './invoice-page.ts';
import { invoicePaymentRoutes } from './invoice-payment-routes.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { onInvoice } from './on-invoice.ts';

/** A finalized invoice's page, payment and PDF, and its credit notes' PDFs. */
export function invoiceRoutes(server: FastifyInstance, findContext: FindContext): void {
  const onFinalInvoice = onInvoice(findContext, {
    accepts: ({ status }) => status !== 'draft',
    otherwise: (context, reply) => sendNotFound(context, reply, 'There is no invoice at this address.'),
  });
  server.get<PageRequest>('/i/:id', ({ params }, reply) =>
    onFinalInvoice(params.id, reply, (context, invoice) => sendHtml(reply, invoicePage(context, invoice))),
  );
  server.get<PageRequest>('/i/:id/pdf', ({ params }, reply) =>
    onFinalInvoice(params.id, reply, (context, invoice) =>
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number}.pdf"`)
        .send(invoicePdf(context, invoice)),
    ),
  );
  invoicePaymentRoutes(server, findContext);
}
