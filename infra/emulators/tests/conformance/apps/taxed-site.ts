import { type App, requireText, SITE } from './app.ts';

/** A full-stack template that finds customers by email and leaves taxes to Stripe. */
export const taxedSite: App = {
  name: 'a full-stack template with automatic tax',
  version: '2025-04-30.basil',
  sdk: 20,
  events: ['checkout.session.completed', 'invoice.paid', 'customer.subscription.updated'],
  async sell(stripe, visitor) {
    const email = 'ada@example.com';
    const known = await stripe.customers.list({ email });
    const { id: customer } = known.data[0] ?? (await stripe.customers.create({ email }));
    const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    const session = await stripe.checkout.sessions.create({
      line_items: [{ price: price?.id, quantity: 1 }],
      mode: 'subscription',
      success_url: `${SITE}/checkout?status=success`,
      cancel_url: `${SITE}/checkout?status=canceled`,
      automatic_tax: { enabled: true },
      allow_promotion_codes: true,
      customer_update: { address: 'auto' },
      invoice_creation: undefined,
      customer,
    });
    await visitor.pay(session.id);
    const { data } = await stripe.subscriptions.list({ customer });
    const subscription = requireText(data[0] ?? {}, 'id');
    await stripe.billingPortal.sessions.create({ customer, return_url: `${SITE}/account` });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    return { customer, subscription };
  },
};
