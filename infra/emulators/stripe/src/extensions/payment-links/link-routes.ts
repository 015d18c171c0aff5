import type { FastifyInstance, FastifyReply } from 'fastify';
import { applyCode } from '../../checkout/apply-code.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { sessionPath } from '../../checkout/pages/session-text.ts';
import { copySession } from '../../checkout/recover-session.ts';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import { plainPage } from '../../pages/layout.ts';
import { type PageRequest, sendHtml, sendNotFound } from '../../pages/send-page.ts';
import { isSoldOut, links, type PaymentLink, paymentLinkUrl } from './payment-link.ts';

const CLOSED = 'This link is no longer active.';
const THANKS = 'Thank you. Your payment is complete.';

export function linkRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PageRequest>('/b/:id', (request, reply) =>
    onLink(findContext, reply, request.params.id, (context, link) => {
      if (!isOpen(context, link)) {
        const text = link.inactive_message ?? CLOSED;
        return sendHtml(reply, plainPage(context, { title: 'Link inactive', text }));
      }
      const session = context.store.transact(() => opened(context, link, request.query));
      return reply.redirect(sessionPath(context, session), 303);
    }),
  );
  server.get<PageRequest>('/b/:id/thanks', ({ params }, reply) =>
    onLink(findContext, reply, params.id, (context, link) => {
      const text = link.after_completion.hosted_confirmation?.custom_message ?? THANKS;
      return sendHtml(reply, plainPage(context, { title: 'Payment complete', text }));
    }),
  );
}

/** What the query says is prefilled, as at Stripe; anything else in it is ignored. */
function opened(context: Context, link: PaymentLink, query: PageRequest['Querystring']): CheckoutSession {
  const given = (name: string) => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const session = visitLink(context, link, {
    client_reference_id: given('client_reference_id'),
    email: given('prefilled_email'),
    locale: given('locale'),
  });
  const code = given('prefilled_promo_code');
  if (code !== null && session.options.shown.allow_promotion_codes === true) {
    applyCode(context, session, code);
  }
  return session;
}

function onLink(
  findContext: FindContext,
  reply: FastifyReply,
  id: string,
  show: (context: Context, link: PaymentLink) => FastifyReply,
): FastifyReply {
  const context = findContext(reply.request, id);
  const link = links(context.store).get(id);
  if (link !== undefined) return show(context, link);
  return sendNotFound(context, reply, 'There is no payment link at this address.');
}

/** Whether a link still sells: not if it is deactivated, sold out or one of its prices is archived. */
function isOpen(context: Context, link: PaymentLink): boolean {
  const isArchived = (price: string) => context.store.prices.get(price)?.active !== true;
  return link.active && !isSoldOut(context, link) && !link.prices.some(isArchived);
}

/** What the address of a link can say about its visitor. */
interface Visit {
  readonly client_reference_id: string | null;
  readonly email: string | null;
  readonly locale: string | null;
}

/** A new session for each visit. */
function visitLink(context: Context, link: PaymentLink, visit: Visit): CheckoutSession {
  const session = copySession(context, link.template, {
    success_url: link.after_completion.redirect?.url ?? `${paymentLinkUrl(context, link.id)}/thanks`,
    client_reference_id: visit.client_reference_id,
    customer_email: visit.email,
    locale: visit.locale,
    metadata: link.metadata,
    payment_link: link.id,
  });
  return context.store.sessions.put(session);
}
