import { type App, requireText, SITE } from './app.ts';

/** A starter that keeps the catalogue in its own database, updated by webhooks. */
export const syncedCatalogue: App = {
  name: 'a starter with a synchronised catalogue',
  version: '2023-10-16',
  sdk: 17,
  events: ['product.created', 'price.created', 'checkout.session.completed', 'customer.subscription.created'],
  async sell(stripe, visitor) {
    const product = await stripe.products.create({ name: 'Hobby', description: 'For one' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
    });
    const { id: customer } = await stripe.customers.create({
      email: 'ada@example.com',
      metadata: { user: 'u1' },
    });
    const session = await stripe.checkout.sessions.create({
      payment_method_types: ['card'],
      billing_address_collection: 'required',
      customer,
      customer_update: { address: 'auto' },
      line_items: [{ price: price.id, quantity: 1 }],
      mode: 'subscription',
      allow_promotion_codes: true,
      success_url: `${SITE}/account`,
      cancel_url: `${SITE}/`,
    });
    await visitor.pay(session.id);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    const subscription = requireText(paid, 'subscription');
    const full = await stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method'] });
    if (typeof full.current_period_end !== 'number') throw new Error('the billing period is missing');
    const { billing_details: details } = full.default_payment_method as {
      billing_details: { name: string; address: object };
    };
    await stripe.customers.update(customer, { name: details.name, address: details.address });
    await stripe.billingPortal.sessions.create({ customer, return_url: `${SITE}/account` });
    return { customer, subscription };
  },
};
