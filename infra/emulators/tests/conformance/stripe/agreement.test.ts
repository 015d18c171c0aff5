import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createWorld, type World, worldBehindMock } from '../../support/stripe/forms.ts';
import { normalised } from '../../support/stripe/normalised.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

type Script = (world: World) => Promise<unknown[]>;

async function rejectedAs(call: Promise<unknown>): Promise<unknown> {
  const { type, statusCode } = await readRejection(call);
  return { type, statusCode };
}

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

const rejections: Script = async (world) => {
  const { stripe } = world;
  const { session } = await subscribe(world);
  return [
    await rejectedAs(stripe.customers.create({ colour: 'red' } as Stripe.CustomerCreateParams)),
    await rejectedAs(stripe.customers.list({ limit: 'many' } as never)),
    await rejectedAs(createSession(stripe, { mode: 'barter' as never })),
    await rejectedAs(createSession(stripe, { line_items: [{ price: 'price_none', quantity: 1 }] })),
    await rejectedAs(stripe.checkout.sessions.retrieve('cs_test_none')),
    await rejectedAs(stripe.checkout.sessions.expire(session)),
    await rejectedAs(stripe.subscriptions.cancel('sub_none')),
    await rejectedAs(stripe.topups.retrieve('tu_1')),
  ];
};

describe('the emulator with and without stripe-mock', { tags: 'stripe-mock' }, () => {
  const alone = createWorld();
  const behind = worldBehindMock();

  it('returns the same responses, except for fields that only the older API description has', async () => {
    const [own, merged] = [normalised(await script(alone)), normalised(await script(behind))];
    expect(merged).toMatchObject(own as object);
  });

  it('rejects the same calls with the same errors', async () => {
    expect(await rejections(behind)).toEqual(await rejections(alone));
  });
});
