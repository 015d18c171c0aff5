import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { copySession } from '../../checkout/copy-session.ts';
import type { Context } from '../../kinds/context.ts';
import { isSoldOut, type PaymentLink, paymentLinkUrl } from './payment-link.ts';

/** Whether a link still sells: not if it is deactivated, sold out or one of its prices is archived. */
export function isOpen(context: Context, link: PaymentLink): boolean {
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
export function visitLink(context: Context, link: PaymentLink, visit: Visit): CheckoutSession {
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
