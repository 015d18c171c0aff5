import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { PortalSession } from '../state/customer-entities.ts';

/** The one configuration of the emulated portal. */
const CONFIGURATION = 'bpc_1Emulated000000000000000';

export function portalSessionWire(
  { settings }: Context,
  session: PortalSession,
): Stripe.BillingPortal.Session {
  return {
    id: session.id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: CONFIGURATION,
    created: session.created,
    customer: session.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: session.returnUrl,
    url: `${settings.publicUrl}${settings.pagesPath}/p/session/${session.secret}`,
  };
}
