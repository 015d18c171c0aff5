import { type App, requireText, SITE } from './app.ts';

/** A site whose account page asks Stripe for the subscriptions on every visit. */
export const planPage: App = {
  name: 'a site that stores only the customer ID',
  version: '2023-08-16',
  sdk: 17,
  events: [],
  async sell(stripe, visitor) {
    const { id: customer } = await stripe.customers.create({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      metadata: { user_id: 'u1' },
    });
    const none = await stripe.subscriptions.list({ customer, limit: 100, status: 'all' });
    if (none.data.length > 0) throw new Error('the new customer already has subscriptions');
    const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    const session = await stripe.checkout.sessions.create({
      line_items: [{ price: price?.id, quantity: 1 }],
      customer,
      mode: 'subscription',
      success_url: `${SITE}/account`,
      cancel_url: `${SITE}/account/billing`,
    });
    await visitor.pay(session.id);
    const { data } = await stripe.subscriptions.list({
      customer,
      limit: 100,
      status: 'all',
      expand: ['data.items.data.price'],
    });
    await stripe.billingPortal.sessions.create({ customer, return_url: `${SITE}/account/billing` });
    return { customer, subscription: requireText(data[0] ?? {}, 'id') };
  },
};
