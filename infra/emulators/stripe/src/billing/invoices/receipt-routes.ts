import type { FastifyInstance } from 'fastify';
import type { FindContext } from '../../kinds/part.ts';
import type { PageRequest } from '../../pages/page-request.ts';
import { sendHtml } from '../../pages/send-page.ts';
import { receiptPage } from './receipt-page.ts';

/** The receipt of a successful charge, of an invoice or of a payment alone. */
export function receiptRoutes(server: FastifyInstance, findContext: FindContext): void {
  for (const kind of ['invoices', 'payment']) {
    server.get<PageRequest>(`/receipts/${kind}/:id`, (request, reply) => {
      const { id } = request.params;
      const context = findContext(request, id);
      const charge = context.store.charges.get(id);
      if (charge === undefined || charge.failure !== null) return reply.callNotFound();
      return sendHtml(reply, receiptPage(context, charge));
    });
  }
}
