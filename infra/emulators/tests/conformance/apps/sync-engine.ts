import type { FormerStripe } from '../../support/stripe/former-clients.ts';
import { type App, requireText, SITE } from './app.ts';

/** A service that copies an account into a database, list by list. */
export const syncEngine: App = {
  name: 'a service that copies the whole account',
  version: '2020-08-27',
  sdk: 11,
  events: ['customer.created', 'charge.succeeded', 'invoice.paid', 'customer.subscription.created'],
  async sell(stripe, visitor) {
    const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    const session = await stripe.checkout.sessions.create({
      line_items: [{ price: price?.id, quantity: 1 }],
      mode: 'subscription',
      success_url: SITE,
      cancel_url: SITE,
    });
    await visitor.pay(session.id);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    await copy(stripe, requireText(paid, 'customer'));
    return { customer: requireText(paid, 'customer'), subscription: requireText(paid, 'subscription') };
  },
};

async function copy(stripe: FormerStripe, customer: string): Promise<void> {
  const limit = { limit: 100 };
  for (const list of [
    stripe.products,
    stripe.prices,
    stripe.plans,
    stripe.customers,
    stripe.setupIntents,
    stripe.paymentIntents,
    stripe.charges,
    stripe.creditNotes,
    stripe.disputes,
    stripe.refunds,
    stripe.subscriptionSchedules,
    stripe.radar.earlyFraudWarnings,
    stripe.reviews,
  ]) {
    await list.list(limit);
  }
  await stripe.subscriptions.list({ ...limit, status: 'all' });
  await stripe.invoices.list({ ...limit, expand: ['data.lines'] });
  await stripe.paymentMethods.list({ ...limit, customer, type: 'card' });
  await stripe.customers.listTaxIds(customer, limit);
}
