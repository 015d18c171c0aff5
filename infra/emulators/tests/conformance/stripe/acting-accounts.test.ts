import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { describe, expect, it } from 'vitest';
import { CARD, postForm } from '../../support/stripe/card-form.ts';
import { subscribe } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { openInvoice, payByCard, payer, vatRate } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';
import { testFolder } from '../../support/test-folder.ts';

const world = createWorld();

const readIds = (body: object): string[] => {
  const { data } = body as { data?: readonly { id?: string }[] };
  // The default portal configuration has the same id in all accounts.
  return (data ?? []).flatMap(({ id }) => (id === undefined || id.startsWith('bpc_') ? [] : [id]));
};

/** One object or more of most kinds. */
async function trade(): Promise<void> {
  const { stripe } = world;
  await subscribe(world);
  const customer = await payer(world);
  const invoice = await openInvoice(world, customer, [900]);
  await stripe.invoices.pay(invoice.id);
  const intent = await payByCard(stripe, 2000, { customer, payment_method: 'pm_card_bypassPending' });
  await world.emulator.settle();
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await stripe.payouts.create({ amount: 500, currency: 'usd' });
  await stripe.setupIntents.create({ customer });
  const coupon = await stripe.coupons.create({ percent_off: 10 });
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
  await vatRate(stripe, 20);
  await stripe.webhookEndpoints.create({ url: 'https://shop.example/hook', enabled_events: ['*'] });
  await onboard(world);
}

describe('a call in a connected account', () => {
  it("finds none of the platform's objects", async () => {
    await trade();
    const account = await onboard(world);
    const platform = rawApi(world);
    const connected = rawApi(world, undefined, account);
    const { covered } = await world.emulator.coverage();
    const operations = covered.map(({ operation }) => operation);
    const gets = operations.filter((operation) => operation.startsWith('GET /v1/'));
    const paths = gets.map((operation) => operation.slice('GET /v1/'.length));
    let seen = 0;
    // Tax codes and country specs are Stripe's own.
    for (const path of paths.filter((each) => !/:id|search|^tax_codes|^country_specs/.test(each))) {
      const { body } = await platform.get(path);
      const known = readIds(body);
      seen += known.length;
      const { status, body: own } = await connected.get(path);
      if (status === 200) expect([path, readIds(own).filter((id) => known.includes(id))]).toEqual([path, []]);
      if (!paths.includes(`${path}/:id`)) continue;
      for (const id of known.filter((each) => each !== account)) {
        const { status: found } = await connected.get(`${path}/${id}`);
        expect([path, id, path === 'accounts' ? 403 : 404]).toEqual([path, id, found]);
      }
    }
    expect(seen).toBeGreaterThan(40);
  });

  it('makes objects that the platform does not find', async () => {
    const stripeAccount = await onboard(world);
    const { customers, products } = world.stripe;
    const { id } = await customers.create({ name: 'Ada' }, { stripeAccount });
    expect(await customers.retrieve(id, {}, { stripeAccount })).toMatchObject({ name: 'Ada' });
    await expectRejection(customers.retrieve(id), { code: 'resource_missing' });
    const other = await onboard(world);
    await expectRejection(customers.del(id, {}, { stripeAccount: other }), { statusCode: 404 });
    expect((await products.list({}, { stripeAccount })).data).toEqual([]);
    const { id: customer } = await customers.create();
    await expectRejection(world.stripe.paymentMethods.attach('pm_none', { customer }), {
      message: expect.stringContaining('exists on one of your connected accounts'),
    });
  });

  it('does not pay with a payment method of the platform', async () => {
    const stripeAccount = await onboard(world);
    const { paymentIntents, paymentMethods } = world.stripe;
    const { id } = await paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const payment = { amount: 700, currency: 'usd', payment_method: id };
    await expectRejection(paymentIntents.create(payment, { stripeAccount }), {
      ...{ statusCode: 400, code: 'resource_missing', param: 'payment_method' },
      message: expect.stringMatching(
        /^No such PaymentMethod: 'pm_\w+'; .+ a platform-owned payment method ID\./,
      ),
    });
  });

  it('sees the account itself, and cannot change or make others', async () => {
    const stripeAccount = await onboard(world);
    const other = await onboard(world);
    const { accounts } = world.stripe;
    const own = { stripeAccount };
    expect(await accounts.retrieveCurrent({}, own)).toMatchObject({ id: stripeAccount, type: 'express' });
    expect(await accounts.retrieve(stripeAccount, {}, own)).toMatchObject({ id: stripeAccount });
    await expectRejection(accounts.retrieve(other, {}, own), { statusCode: 403 });
    await expectRejection(accounts.create({}, own), { statusCode: 400 });
    expect((await accounts.list({}, own)).data).toEqual([]);
    const platform = await accounts.retrieveCurrent();
    expect(platform).toMatchObject({ object: 'account', settings: { card_issuing: {}, payouts: {} } });
    expect(await accounts.retrieve(platform.id)).toMatchObject({ id: platform.id });
    expect(await accounts.retrieveCurrent({}, { stripeAccount: platform.id })).toMatchObject({
      id: platform.id,
    });
  });

  it('can name the account as its context', async () => {
    const stripeContext = await onboard(world);
    const { customers } = world.stripe;
    const { id } = await customers.create({}, { stripeContext });
    expect(await customers.retrieve(id, {}, { stripeAccount: stripeContext })).toMatchObject({ id });
    await expectRejection(customers.retrieve(id), { statusCode: 404 });
    await expectRejection(customers.list({}, { stripeContext: 'acct_none' }), { code: 'account_invalid' });
  });

  it('has idempotency keys of its own', async () => {
    const stripeAccount = await onboard(world);
    const key = { idempotencyKey: 'once' };
    const { customers } = world.stripe;
    const [ours, theirs, again] = [
      await customers.create({}, key),
      await customers.create({}, { ...key, stripeAccount }),
      await customers.create({}, { ...key, stripeAccount }),
    ];
    expect(theirs.id).not.toBe(ours.id);
    expect(again.id).toBe(theirs.id);
  });

  it('is not made with a restricted key', async () => {
    const stripeAccount = await onboard(world);
    await world.emulator.configure({ apiKeys: [{ key: 'rk_test_reader', permissions: ['customer_read'] }] });
    const restricted = createStripeClient(world.emulator, {}, 'rk_test_reader');
    await expectRejection(restricted.customers.list({}, { stripeAccount }), { statusCode: 501 });
  });

  it('sells on the hosted pages, to the balance of the account', async () => {
    const stripeAccount = await onboard(world);
    const { balance, checkout, prices, subscriptions } = world.stripe;
    const { id: price } = await prices.create(
      { currency: 'usd', unit_amount: 1500, recurring: { interval: 'month' }, product_data: { name: 'Box' } },
      { stripeAccount },
    );
    const session = await checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: 'https://shop.example/done',
      },
      { stripeAccount },
    );
    const address = new URL(session.url ?? '').pathname;
    const page = await fetch(`${world.emulator.url}${address}`);
    expect(await page.text()).toContain('Box');
    const paid = await postForm(`${world.emulator.url}${address}`, CARD);
    expect(paid.headers.get('location')).toBe('https://shop.example/done');
    const { data } = await subscriptions.list({}, { stripeAccount });
    expect(data).toMatchObject([{ status: 'active' }]);
    expect((await subscriptions.list()).data).toEqual([]);
    await world.emulator.advanceTime({ months: 1, hours: 2 });
    await world.emulator.settle();
    const invoices = await world.stripe.invoices.list({}, { stripeAccount });
    expect(invoices.data).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    const { available, pending } = await balance.retrieve({}, { stripeAccount });
    expect((available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)).toBe(2 * (1500 - 74));
    expect((await balance.retrieve()).pending[0]?.amount).toBe(0);
  });

  it('pays out to its own bank account', async () => {
    const stripeAccount = await onboard(world);
    const { payouts } = world.stripe;
    await payByCard(world.stripe, 10_000, { payment_method: 'pm_card_bypassPending' }, { stripeAccount });
    await world.emulator.settle();
    const payout = await payouts.create(
      { amount: 9000, currency: 'usd', expand: ['destination'] },
      { stripeAccount },
    );
    expect(payout.destination).toMatchObject({ object: 'bank_account', account: stripeAccount });
    await expectInvalid(payouts.create({ amount: 1, currency: 'eur' }, { stripeAccount }), 'currency');
  });
});

describe('an endpoint of a connected account', () => {
  const receiver = sharedReceiver();

  it("receives its events and not the platform's", async () => {
    const stripeAccount = await onboard(world);
    const { customers, webhookEndpoints } = world.stripe;
    await world.emulator.configure({ webhookEndpoints: [] });
    const endpoint = { url: receiver.url, enabled_events: ['customer.created' as const] };
    await webhookEndpoints.create(endpoint, { stripeAccount });
    await customers.create({ name: 'platform' });
    await customers.create({ name: 'account' }, { stripeAccount });
    await world.emulator.settle();
    expect(await world.emulator.deliveries()).toMatchObject([
      { type: 'customer.created', url: receiver.url, status: 'delivered' },
    ]);
    expect(receiver.faults).toHaveLength(1);
  });
});

describe('the state of connected accounts', () => {
  it('survives a restart, and a state that is saved and loaded', async () => {
    const dataDir = await testFolder();
    const open = async () => {
      const emulator = await startStripeEmulator({ dataDir, publicUrl: 'http://localhost:8080' });
      return { emulator, stripe: createStripeClient(emulator) };
    };
    const first = await open();
    const stripeAccount = await onboard(first);
    const { id } = await first.stripe.customers.create({ name: 'Ada' }, { stripeAccount });
    await first.emulator.close();
    const second = await open();
    const customer = () => second.stripe.customers.retrieve(id, {}, { stripeAccount });
    expect(await customer()).toMatchObject({ name: 'Ada' });
    const saved = await second.emulator.saveState();
    await second.emulator.reset();
    await expectRejection(customer(), { statusCode: 403 });
    await second.emulator.loadState(saved);
    expect(await customer()).toMatchObject({ name: 'Ada' });
    await second.emulator.close();
  });
});
