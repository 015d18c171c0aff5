import { type App, requireText, SITE } from './app.ts';

/** A starter for teams: a trial, and a portal configuration created through the API. */
export const teamStarter: App = {
  name: 'a starter for teams with its own portal configuration',
  version: '2025-04-30.basil',
  sdk: 20,
  events: ['checkout.session.completed', 'customer.subscription.created', 'customer.subscription.updated'],
  async sell(stripe, visitor) {
    const products = await stripe.products.list({ active: true, expand: ['data.default_price'] });
    const prices = await stripe.prices.list({
      expand: ['data.product'],
      active: true,
      type: 'recurring',
      product: products.data[0]?.id,
    });
    const price = requireText(prices.data[0] ?? {}, 'id');
    const session = await stripe.checkout.sessions.create({
      payment_method_types: ['card'],
      line_items: [{ price, quantity: 1 }],
      mode: 'subscription',
      success_url: `${SITE}/api/checkout?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${SITE}/pricing`,
      customer: undefined,
      client_reference_id: '7',
      allow_promotion_codes: true,
      subscription_data: { trial_period_days: 14 },
    });
    await visitor.pay(session.id, { email: 'ada@example.com' });
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'subscription'],
    });
    const { id: subscription } = paid.subscription as { id: string };
    const { id: customer } = paid.customer as { id: string };
    const full = await stripe.subscriptions.retrieve(subscription, {
      expand: ['items.data.price.product'],
    });
    const [item] = (full.items as { data: { price: { product: { id: string } } }[] }).data;
    const product = item?.price.product.id ?? '';
    await configure(stripe, product, price);
    await stripe.subscriptions.update(subscription, { metadata: { team: '7' } });
    return { customer, subscription };
  },
};

async function configure(stripe: Parameters<App['sell']>[0], product: string, price: string): Promise<void> {
  const configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Manage your subscription' },
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price', 'quantity', 'promotion_code'],
        proration_behavior: 'create_prorations',
        products: [{ product, prices: [price] }],
      },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: {
          enabled: true,
          options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
        },
      },
      payment_method_update: { enabled: true },
    },
  });
  const { data } = await stripe.billingPortal.configurations.list();
  if (!data.some(({ id }) => id === configuration.id)) throw new Error('the configuration is not listed');
}
