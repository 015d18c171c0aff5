import type { FormerStripe } from '../../support/stripe/former-clients.ts';
import { type App, requireText, SITE } from './app.ts';

/** An account library: plans are changed and cancelled in the portal, each in its own flow. */
export const accountLibrary: App = {
  name: 'an account library that changes plans in the portal',
  version: '2026-01-28.clover',
  sdk: 20,
  events: ['checkout.session.completed', 'customer.subscription.created', 'customer.subscription.updated'],
  async sell(stripe, visitor) {
    const found = await stripe.customers.search({ query: 'email:"ada@example.com"', limit: 1 });
    const { id: customer } =
      found.data[0] ??
      (await stripe.customers.create({ email: 'ada@example.com', name: 'Ada', metadata: { userId: 'u1' } }));
    const [price] = (await stripe.prices.list({ lookup_keys: ['basic_monthly'], active: true, limit: 1 }))
      .data;
    const session = await stripe.checkout.sessions.create({
      customer,
      customer_update: { name: 'auto', address: 'auto' },
      success_url: `${SITE}/success`,
      cancel_url: `${SITE}/pricing`,
      line_items: [{ price: price?.id, quantity: 1 }],
      subscription_data: { metadata: { userId: 'u1', subscriptionId: 's1' } },
      mode: 'subscription',
      client_reference_id: 'u1',
      metadata: { userId: 'u1', subscriptionId: 's1' },
    });
    await visitor.pay(session.id);
    const { data } = await stripe.subscriptions.list({ customer });
    const subscription = requireText(data[0] ?? {}, 'id');
    await upgrade(stripe, visitor, { customer, subscription });
    await cancelAndRestore(stripe, visitor, { customer, subscription });
    return { customer, subscription };
  },
};

interface Sold {
  readonly customer: string;
  readonly subscription: string;
}

/** Stripe requires the default portal configuration to list the plans. */
async function allowPlans(stripe: FormerStripe): Promise<string> {
  const prices = await stripe.prices.list({ type: 'recurring' });
  const [standard] = (await stripe.billingPortal.configurations.list({ is_default: true })).data;
  await stripe.billingPortal.configurations.update(standard?.id ?? '', {
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: prices.data.map(({ id, product }) => ({ product, prices: [id] })),
      },
    },
  });
  const [business] = (await stripe.prices.list({ lookup_keys: ['business_monthly'] })).data;
  return business?.id ?? '';
}

async function upgrade(
  stripe: FormerStripe,
  visitor: Parameters<App['sell']>[1],
  { customer, subscription }: Sold,
): Promise<void> {
  const { items } = await stripe.subscriptions.retrieve(subscription);
  const [item] = (items as { data: { id: string; price: { id: string } }[] }).data;
  const price = await allowPlans(stripe);
  const portal = await stripe.billingPortal.sessions.create({
    customer,
    return_url: `${SITE}/account`,
    flow_data: {
      type: 'subscription_update_confirm',
      after_completion: { type: 'redirect', redirect: { return_url: `${SITE}/account` } },
      subscription_update_confirm: { subscription, items: [{ id: item?.id, quantity: 1, price }] },
    },
  });
  const page = requireText(portal, 'url').replace(/\/flow$/, `/confirm/${subscription}`);
  const location = await visitor.submit(page, {});
  if (location !== `${SITE}/account`) throw new Error(`the flow redirected to ${location}`);
}

async function cancelAndRestore(
  stripe: FormerStripe,
  visitor: Parameters<App['sell']>[1],
  { customer, subscription }: Sold,
): Promise<void> {
  const flow_data = { type: 'subscription_cancel', subscription_cancel: { subscription } };
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: SITE, flow_data });
  await visitor.submit(requireText(portal, 'url').replace(/\/flow$/, `/cancel/${subscription}`), {});
  const canceled = await stripe.subscriptions.retrieve(subscription);
  // In flexible billing mode the portal sets the date only.
  if (typeof canceled.cancel_at !== 'number') throw new Error('the flow did not cancel');
  await stripe.subscriptions.update(subscription, { cancel_at: '' });
}
