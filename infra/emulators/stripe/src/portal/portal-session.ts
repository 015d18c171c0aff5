import type Stripe from 'stripe';
import { type Context, originFor } from '../kinds/context.ts';
import type { AfterCompletion, PortalFlow, PortalSession } from './portal-entities.ts';

export function portalSessionWire(
  { settings }: Context,
  session: PortalSession,
): Stripe.BillingPortal.Session {
  const page = `${settings.portalUrl ?? originFor(settings, session.return_url)}${settings.pagesPath}/p/session/${session.secret}`;
  return {
    id: session.id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: session.configuration,
    created: session.created,
    customer: session.customer,
    customer_account: null,
    flow: session.flow === null ? null : flowWire(session.flow),
    livemode: false,
    locale: session.locale,
    on_behalf_of: null,
    return_url: session.return_url,
    url: session.flow === null ? page : `${page}/flow`,
  };
}

function flowWire(flow: PortalFlow): Stripe.BillingPortal.Session.Flow {
  return {
    after_completion: afterCompletionWire(flow.after_completion),
    customer_update: flow.type === 'customer_update' ? {} : null,
    subscription_cancel:
      flow.type === 'subscription_cancel' ? { retention: null, subscription: flow.subscription } : null,
    subscription_pause: null,
    subscription_update: flow.type === 'subscription_update' ? { subscription: flow.subscription } : null,
    subscription_update_confirm: confirmWire(flow),
    type: flow.type,
  };
}

function confirmWire(flow: PortalFlow): Stripe.BillingPortal.Session.Flow.SubscriptionUpdateConfirm | null {
  if (flow.type !== 'subscription_update_confirm') return null;
  const { id, price, quantity } = flow.item;
  return {
    discounts: null,
    items: [{ id, price, ...(quantity === null ? {} : { quantity }) }],
    subscription: flow.subscription,
  };
}

function afterCompletionWire(after: AfterCompletion): Stripe.BillingPortal.Session.Flow.AfterCompletion {
  return {
    hosted_confirmation: after.type === 'hosted_confirmation' ? { custom_message: after.message } : null,
    redirect: after.type === 'redirect' ? { return_url: after.return_url } : null,
    type: after.type,
  };
}
