import type Stripe from 'stripe';
import type { StripeContext } from './client.ts';
import { retrieveOwnCustomer } from './customers.ts';
import { isGone, isMissingCustomer, orElse } from './errors.ts';
import { listAll } from './mapping.ts';

/** Marks our configurations among those of other products on the account. */
export const PORTAL_MARK = 'outharbor';
/** Marks the configuration created by `stripe:setup`. */
export const WHOLE_PORTAL = 'portal';

/** Plan changes are billed immediately, wherever they are confirmed. */
export const planUpdates = (
  products: Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product[],
) =>
  ({
    enabled: true,
    default_allowed_updates: ['price'],
    products,
    proration_behavior: 'always_invoice',
  }) satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate;

/**
 * Uses the configuration created by `stripe:setup`, or the account's default. `customer_missing`: it was deleted or
 * belongs to another person.
 */
export async function createPortalSession(
  context: StripeContext,
  customer: string,
  uid: string,
  returnUrl: string,
): Promise<string | 'customer_missing'> {
  const { stripe } = context;
  if ((await retrieveOwnCustomer(context, customer, uid)) === undefined) return 'customer_missing';
  const configurations = await ourConfigurations(stripe);
  const whole = configurations.find(({ metadata }) => metadata?.use === WHOLE_PORTAL);
  return orElse(isMissingCustomer, 'customer_missing', async () => {
    const portal = await stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      ...(whole && { configuration: whole.id }),
    });
    return portal.url;
  });
}

interface PlanChange {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly price: string;
  readonly returnUrl: string;
}

/**
 * Opens the portal's confirmation page, which shows the cost before the change is made. `has_extras`: the
 * subscription has more items than the plan, which the page cannot change.
 */
export async function createPlanChange(
  { stripe }: StripeContext,
  { customerId, subscriptionId, price, returnUrl }: PlanChange,
): Promise<string | 'rejected' | 'has_extras'> {
  const configuration = await portalConfiguration(stripe, price);
  return orElse(isGone, 'rejected', async () => {
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    // Stripe's page cannot change a subscription with several items.
    if (items.data.length > 1) return 'has_extras';
    const [item] = items.data;
    if (item === undefined) return 'rejected';
    const portal = await stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: returnUrl,
      configuration,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: subscriptionId,
          items: [{ id: item.id, price, quantity: item.quantity ?? 1 }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
      },
    });
    return portal.url;
  });
}

/**
 * Finds or creates a portal configuration that offers the change to `price`. The account's default offers no
 * plan changes and may belong to another product.
 */
async function portalConfiguration(stripe: Stripe, price: string): Promise<string> {
  const ours = (await ourConfigurations(stripe)).find(({ metadata }) => metadata?.price === price);
  if (ours !== undefined) return ours.id;
  const { product } = await stripe.prices.retrieve(price);
  const made = await stripe.billingPortal.configurations.create({
    features: {
      subscription_update: planUpdates([
        { product: typeof product === 'string' ? product : product.id, prices: [price] },
      ]),
      // Stripe takes no update of a subscription without it.
      payment_method_update: { enabled: true },
    },
    metadata: { made_by: PORTAL_MARK, price },
  });
  return made.id;
}

async function ourConfigurations(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration[]> {
  const all = await listAll(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  return all.filter(({ metadata }) => metadata?.made_by === PORTAL_MARK);
}
