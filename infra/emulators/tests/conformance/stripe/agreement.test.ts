import { describe, expect, inject, it, vi } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { type World, worldBesideMock } from '../../support/stripe/forms.ts';

type Script = (world: World) => Promise<unknown[]>;

/** The calls of the product, with every response. */
const script: Script = async (world) => {
  const { stripe, emulator } = world;
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { uid: 'u1' } });
  const prices = await stripe.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] });
  const session = await createSession(stripe, { customer: customer.id, metadata: { uid: 'u1' } });
  const paid = await emulator.pay(session.id, { card: 'visa' });
  const expand = ['subscription', 'invoice', 'customer', 'line_items'];
  const complete = await stripe.checkout.sessions.retrieve(session.id, { expand });
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id });
  const subscription = String(paid.session.subscription);
  const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  const events = await stripe.events.list({ limit: 100 });
  return [customer, prices.data, session, complete, portal, ending, events.data.map(({ type }) => type)];
};

describe('the emulator beside stripe-mock', { tags: 'stripe-mock' }, () => {
  const beside = worldBesideMock();

  it('accepts no call of the product that stripe-mock rejects', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    try {
      await script(beside);
      const answers = await Promise.all(asked.mock.results.map(({ value }): Promise<Response> => value));
      const ofMock = answers.filter(({ url }) => url.startsWith(inject('stripeMockUrl') ?? ''));
      expect(ofMock.length).toBeGreaterThan(5);
      expect(ofMock.filter(({ status }) => status >= 400).map(({ url }) => url)).toEqual([]);
    } finally {
      asked.mockRestore();
    }
  });
});
