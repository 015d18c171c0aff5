import type { Context } from '../context.ts';
import { repriced } from '../pricing/price-lines.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { newId } from '../state/identifiers.ts';
import type { PaymentLink } from '../state/payment-link-entities.ts';
import { isSoldOut, paymentLinkUrl } from '../wire/payment-link-wire.ts';

const LASTS_SECONDS = 86_400;

/** Whether a link still sells: not if it is deactivated, sold out or one of its prices is archived. */
export function isOpen(context: Context, link: PaymentLink): boolean {
  const isArchived = (price: string) => context.store.prices.get(price)?.active !== true;
  return link.active && !isSoldOut(context, link) && !link.prices.some(isArchived);
}

/** What the address of a link can say about its visitor. */
interface Visit {
  readonly clientReferenceId: string | null;
  readonly email: string | null;
  readonly locale: string | null;
}

/** A new session for each visit. */
export function visitLink(context: Context, link: PaymentLink, visit: Visit): CheckoutSession {
  const { template } = link;
  const now = context.time.now();
  const session = repriced(context, {
    ...template,
    id: newId(context.livemode ? 'cs_live' : 'cs_test', 58),
    created: now,
    expiresAt: now + LASTS_SECONDS,
    lineItems: template.lineItems.map((item) => ({ ...item, id: newId('li') })),
    successUrl: link.redirectUrl ?? `${paymentLinkUrl(context, link.id)}/thanks`,
    clientReferenceId: visit.clientReferenceId,
    customerEmail: visit.email,
    locale: visit.locale,
    metadata: link.metadata,
    paymentLink: link.id,
  });
  return context.store.sessions.put(session);
}
