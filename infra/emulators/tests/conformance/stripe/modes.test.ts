import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MONTHLY } from '../../support/stripe/catalogue.ts';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, expectRejections, readRejection } from '../../support/stripe/rejection.ts';
import {
  sharedReceiver,
  startReceiver,
  type WebhookReceiver,
} from '../../support/stripe/webhook-receiver.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('an account with test and live mode', () => {
  const live = () => ({ ...world, stripe: createStripeClient(world.emulator, {}, 'sk_live_emulated') });

  it('has test cards by id in test mode only', async () => {
    const { stripe } = live();
    const missing = {
      ...{ statusCode: 400, code: 'resource_missing' },
      message: expect.stringMatching(/a similar object exists in test mode, but a live mode key/),
    };
    const payment = { amount: 900, currency: 'usd', payment_method: 'pm_card_visa' };
    await expectRejection(stripe.paymentIntents.create(payment), missing);
    await expectRejection(stripe.customers.create({ source: 'tok_visa' }), missing);
    expect(await world.stripe.paymentIntents.create(payment)).toMatchObject({ amount: 900 });
  });

  it('keeps the objects of the modes apart, and names the other mode in errors', async () => {
    const customer = await world.stripe.customers.create({ email: 'ada@example.com' });
    expect(customer.livemode).toBe(false);
    const { stripe } = live();
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toEqual([]);
    await expectRejection(stripe.customers.retrieve(customer.id), {
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: `No such customer: '${customer.id}'; a similar object exists in test mode, but a live mode key was used to make this request.`,
    });
    const named = { customer: customer.id };
    await expectRejections([createSession(stripe, named), stripe.invoices.list(named)], {
      statusCode: 400,
      param: 'customer',
      message: expect.stringMatching(/a similar object exists in test mode, but a live mode key/),
    });
    const ended = await stripe.customers.create();
    expect((await readRejection(world.stripe.customers.retrieve(ended.id))).message).toMatch(
      /exists in live mode, but a test mode key was used/,
    );
    expect((await readRejection(stripe.customers.retrieve('cus_none'))).message).toBe(
      "No such customer: 'cus_none'",
    );
  });

  it('has separate catalogues, sessions, events and idempotency keys', async () => {
    const { stripe } = live();
    const options = { idempotencyKey: 'key-1' };
    const inTest = await world.stripe.customers.create({}, options);
    expect((await stripe.customers.create({}, options)).id).not.toBe(inTest.id);
    const { session, subscription } = await subscribe(live());
    expect(session).toMatch(/^cs_live_/);
    const expand = ['items.data.price', 'latest_invoice'];
    expect(await stripe.subscriptions.retrieve(subscription, { expand })).toMatchObject({
      livemode: true,
      items: { data: [{ price: { livemode: true } }] },
      latest_invoice: { livemode: true },
    });
    const [event] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(event).toMatchObject({ livemode: true, data: { object: { id: session, livemode: true } } });
    expect((await world.stripe.events.list({ type: 'checkout.session.completed' })).data).toEqual([]);
    const state = await world.emulator.state({ livemode: true });
    expect(state.subscriptions).toMatchObject([{ id: subscription, livemode: true }]);
    expect((await world.emulator.state()).subscriptions).toEqual([]);
  });

  it('shares one clock', async () => {
    const { subscription } = await subscribe(live());
    await world.emulator.advanceTime({ months: 1, seconds: 1 });
    const { data } = await live().stripe.invoices.list({ subscription });
    expect(data.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});

describe('a webhook endpoint of either mode', () => {
  const receiver = sharedReceiver();

  it('receives only the events of its own mode', async () => {
    const { url, secret } = receiver;
    await world.emulator.configure({ webhookEndpoints: [{ url, secret, livemode: true }] });
    await world.stripe.customers.create();
    await createStripeClient(world.emulator, {}, 'sk_live_emulated').customers.create();
    await world.emulator.settle();
    expect(receiver.receipts.map(({ event }) => event.livemode)).toEqual([true]);
    await world.emulator.configure({ webhookEndpoints: [] });
  });

  it.each([
    ['sk_test_emulated', false],
    ['sk_live_emulated', true],
  ])('defaults to the mode of the secret key, %s', async (secretKey, livemode) => {
    receiver.receipts.length = 0;
    const { url, secret } = receiver;
    const emulator = await startStripeEmulator({ secretKey, webhookEndpoints: [{ url, secret }] });
    onTestFinished(() => emulator.close());
    for (const key of ['sk_test_emulated', 'sk_live_emulated']) {
      await createStripeClient(emulator, {}, key).customers.create();
    }
    await emulator.settle();
    expect(receiver.receipts.map(({ event }) => event.livemode)).toEqual([livemode]);
  });
});

describe('several products on one account', () => {
  const receivers: WebhookReceiver[] = [];
  beforeAll(async () => {
    receivers.push(await startReceiver('whsec_ours'), await startReceiver('whsec_theirs'));
  });
  afterAll(() => Promise.all(receivers.map(({ close }) => close())));

  it('all receive the events of each', async () => {
    await emulator.configure({ webhookEndpoints: receivers });
    const product = await stripe.products.create({ name: 'Newsletter', metadata: { uid: 'u1' } });
    const price = await stripe.prices.create({ ...MONTHLY, product: product.id, unit_amount: 500 });
    const theirs = await subscribe(world, { session: { line_items: [{ price: price.id, quantity: 1 }] } });
    const ours = await subscribe(world);
    await emulator.settle();
    for (const { receipts, faults } of receivers) {
      const bought = receipts
        .filter(({ event }) => event.type === 'customer.subscription.created')
        .map(({ event }) => (event.data.object as { id: string }).id);
      expect(new Set(bought)).toEqual(new Set([theirs.subscription, ours.subscription]));
      expect(faults).toEqual([]);
    }
    expect((await stripe.subscriptions.list()).data).toHaveLength(2);
    await emulator.configure({ webhookEndpoints: [] });
  });
});
