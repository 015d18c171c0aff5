import type { FastifyInstance } from 'fastify';
import type { FindContext } from '../../kinds/part.ts';
import type { PageRequest } from '../../pages/page-request.ts';
import { sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { authenticationPage } from '../../payments/pages/authentication-page.ts';
import { bankStep } from '../../payments/pages/bank-step.ts';

export const NO_PAYMENT = 'There is no payment at this address.';

/** The authentication page for confirmations through the API. */
export function paymentRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PageRequest>('/3d_secure/:id', ({ params }, reply) => {
    const context = findContext(reply.request, params.id);
    const step = bankStep(context, params.id);
    if (step === undefined) return sendNotFound(context, reply, NO_PAYMENT);
    return step.intent.status === 'requires_action'
      ? sendHtml(
          reply,
          authenticationPage(context, step.intent, `${context.settings.pagesPath}/3d_secure/${params.id}`),
        )
      : reply.redirect(step.return_url(), 303);
  });
  server.post<PageRequest>('/3d_secure/:id', ({ params, body }, reply) => {
    const context = findContext(reply.request, params.id);
    const step = bankStep(context, params.id);
    if (step === undefined) return sendNotFound(context, reply, NO_PAYMENT);
    step.answer(new URLSearchParams(body ?? '').get('result') === 'complete');
    return reply.redirect(step.return_url(), 303);
  });
}
