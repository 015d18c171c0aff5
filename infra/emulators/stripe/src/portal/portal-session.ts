import type Stripe from 'stripe';
import { type Context, originFor } from '../kinds/context.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import type { PortalSession } from './portal-entities.ts';

const TYPE = 'billing_portal.session';

const show = shown<Stripe.BillingPortal.Session>(TYPE, {
  after_expiration: null,
  ...unset<Stripe.BillingPortal.Session>(TYPE),
});

export function portalSessionWire(
  { settings }: Context,
  { secret, ...session }: PortalSession,
): Stripe.BillingPortal.Session {
  const page = `${settings.portalUrl ?? originFor(settings, session.return_url)}${settings.pagesPath}/p/session/${secret}`;
  return show(session, { url: session.flow === null ? page : `${page}/flow` });
}
