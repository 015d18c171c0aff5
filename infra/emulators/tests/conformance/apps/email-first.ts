import { type App, requireText, SITE } from './app.ts';

/** A starter that knows the email address before Stripe does, and reads renewals from invoices. */
export const emailFirst: App = {
  name: 'a starter that creates checkout sessions by email address',
  version: '2024-04-10',
  sdk: 17,
  events: ['checkout.session.completed', 'invoice.payment_succeeded'],
  async sell(stripe, visitor) {
    const [price] = (await stripe.prices.list({ lookup_keys: ['basic_monthly'] })).data;
    const session = await stripe.checkout.sessions.create({
      success_url: `${SITE}/dashboard`,
      cancel_url: `${SITE}/dashboard`,
      payment_method_types: ['card'],
      mode: 'subscription',
      billing_address_collection: 'auto',
      customer_email: 'ada@example.com',
      line_items: [{ price: price?.id, quantity: 1 }],
      metadata: { userId: 'u1' },
    });
    await visitor.pay(session.id);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    const subscription = await stripe.subscriptions.retrieve(requireText(paid, 'subscription'));
    if (typeof subscription.current_period_end !== 'number') throw new Error('the billing period is missing');
    const customer = requireText(subscription, 'customer');
    await stripe.billingPortal.sessions.create({ customer, return_url: `${SITE}/dashboard` });
    return { customer, subscription: subscription.id };
  },
};
