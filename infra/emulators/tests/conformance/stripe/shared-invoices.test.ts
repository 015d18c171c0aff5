import { beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payByCard, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld({ publicUrl: 'http://localhost:8080' });
const { stripe, emulator } = world;

let account: string;
let own: { stripeAccount: string };
beforeEach(async () => {
  account = await onboard(world);
  own = { stripeAccount: account };
});

const DAYS_31 = { days: 31 };

/** A monthly price of twenty dollars, in the account if one is given. */
async function monthly(options: { stripeAccount?: string } = {}): Promise<string> {
  const given = { currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' } } as const;
  const { id } = await stripe.prices.create({ ...given, product_data: { name: 'Plan' } }, options);
  return id;
}

/** The amounts of the transfers and of the application fees, oldest first. */
async function shares() {
  await emulator.settle();
  const { applicationFees, transfers } = stripe;
  const [sent, fees] = [await transfers.list(), await applicationFees.list()];
  const amounts = (list: { data: readonly { amount: number }[] }) =>
    list.data.map(({ amount }) => amount).toReversed();
  return { transfers: amounts(sent), fees: amounts(fees) };
}

describe('a subscription for a connected account', () => {
  it('sends each payment to it and keeps a percentage', async () => {
    const subscription = await subscribedPayer(world, {
      items: [{ price: await monthly() }],
      application_fee_percent: 12.5,
      on_behalf_of: account,
      transfer_data: { destination: account },
      expand: ['latest_invoice'],
    });
    expect(subscription).toMatchObject({
      application: null,
      application_fee_percent: 12.5,
      on_behalf_of: account,
      transfer_data: { amount_percent: null, destination: account },
      latest_invoice: { on_behalf_of: account },
    });
    const [intent] = (await stripe.paymentIntents.list({ limit: 1 })).data;
    expect(intent).toMatchObject({ application_fee_amount: 250, on_behalf_of: account });
    expect(await shares()).toEqual({ transfers: [2000], fees: [250] });
    const { id } = subscription;
    await stripe.subscriptions.update(id, { application_fee_percent: 50, on_behalf_of: '' });
    await emulator.advanceTime(DAYS_31);
    expect(await shares()).toEqual({ transfers: [2000, 2000], fees: [250, 1000] });
    const alone = await stripe.subscriptions.update(id, { application_fee_percent: '', transfer_data: '' });
    expect(alone).toMatchObject({ application_fee_percent: null, on_behalf_of: null, transfer_data: null });
    await emulator.advanceTime(DAYS_31);
    expect((await shares()).transfers).toEqual([2000, 2000]);
  });

  it('can give it a percentage of what is due after discounts', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
    const { transfer_data: data } = await subscribedPayer(world, {
      items: [{ price: await monthly() }],
      discounts: [{ coupon }],
      transfer_data: { destination: account, amount_percent: 33.33 },
    });
    expect(data).toEqual({ amount_percent: 33.33, destination: account });
    expect(await shares()).toEqual({ transfers: [500], fees: [] });
  });

  it('can start at a checkout', async () => {
    const { subscriptions } = stripe;
    const { id } = await createSession(stripe, {
      line_items: [{ price: await monthly(), quantity: 1 }],
      subscription_data: { application_fee_percent: 10, transfer_data: { destination: account } },
    });
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(await subscriptions.retrieve(String(session.subscription))).toMatchObject({
      application_fee_percent: 10,
    });
    expect(await shares()).toEqual({ transfers: [2000], fees: [200] });
  });

  it('is direct in the account itself, and the platform gets its fee', async () => {
    const { customers, paymentMethods, subscriptions } = stripe;
    const { id: customer } = await customers.create({ email: 'ada@example.com' }, own);
    const { id: method } = await paymentMethods.attach('pm_card_visa', { customer }, own);
    const items = [{ price: await monthly(own) }];
    const given = { customer, items, default_payment_method: method, application_fee_percent: 5 };
    const subscription = await subscriptions.create({ ...given, expand: ['latest_invoice'] }, own);
    expect(subscription).toMatchObject({
      application: expect.stringMatching(/^ca_/),
      application_fee_percent: 5,
      latest_invoice: { application: expect.stringMatching(/^ca_/) },
      transfer_data: null,
    });
    expect(await shares()).toEqual({ transfers: [], fees: [100] });
  });

  it('is rejected for what it cannot share', async () => {
    const [customer, price] = [await payer(world), await monthly()];
    const create = (extra: object) => stripe.subscriptions.create({ customer, items: [{ price }], ...extra });
    await expectInvalid(create({ application_fee_percent: 5 }), 'application_fee_percent');
    for (const percent of [100.01, 5.125, -1]) {
      await expectInvalid(create({ application_fee_percent: percent }), 'application_fee_percent');
    }
    await expectInvalid(create({ on_behalf_of: 'acct_none' }), 'on_behalf_of');
    await expectInvalid(
      create({ transfer_data: { destination: 'acct_none' } }),
      'transfer_data[destination]',
    );
    const both = { application_fee_percent: 5, transfer_data: { amount_percent: 5, destination: account } };
    await expectInvalid(create(both), 'application_fee_percent');
  });
});

describe('an invoice for a connected account', () => {
  it('sends its payment to it and keeps the fee', async () => {
    const { invoiceItems, invoices } = stripe;
    const customer = await payer(world);
    const draft = await invoices.create({
      customer,
      application_fee_amount: 300,
      on_behalf_of: account,
      transfer_data: { destination: account },
    });
    expect(draft).toMatchObject({ on_behalf_of: account });
    await invoiceItems.create({ customer, amount: 4000, currency: 'usd', invoice: draft.id });
    await invoices.update(draft.id, { application_fee_amount: 400 });
    await invoices.pay(draft.id);
    expect(await shares()).toEqual({ transfers: [4000], fees: [400] });
    await expectInvalid(invoices.update(draft.id, { application_fee_amount: 1 }), 'application_fee_amount');
  });

  it('shows its shares before basil', async () => {
    const api = rawApi(world, '2024-06-20');
    const { body } = await api.post('invoices', {
      customer: await payer(world),
      application_fee_amount: 300,
      transfer_data: { destination: account },
    });
    expect(body).toMatchObject({
      application_fee_amount: 300,
      transfer_data: { amount: null, destination: account },
    });
  });
});

describe('a payment method of the platform', () => {
  it('is cloned to a connected account, which can charge it', async () => {
    const { customers, paymentMethods } = stripe;
    const customer = await payer(world, 'pm_card_mastercard');
    const [saved] = (await customers.listPaymentMethods(customer)).data;
    const clone = await paymentMethods.create(
      { customer, payment_method: String(saved?.id), metadata: { from: 'platform' } },
      own,
    );
    expect(clone).toMatchObject({
      card: { brand: 'mastercard', checks: { cvc_check: 'pass' }, last4: saved?.card?.last4 },
      customer: null,
      metadata: { from: 'platform' },
    });
    expect(clone.id).not.toBe(saved?.id);
    const intent = await payByCard(stripe, 500, { payment_method: clone.id, off_session: true }, own);
    expect(intent.status).toBe('succeeded');
    await expectRejection(paymentMethods.retrieve(clone.id), { statusCode: 404 });
  });

  it('is cloned only for its customer, and not within the platform', async () => {
    const { customers, paymentMethods } = stripe;
    const [customer, other] = [await payer(world), await payer(world)];
    const payment_method = String((await customers.listPaymentMethods(customer)).data[0]?.id);
    const create = (params: object, options = {}) =>
      paymentMethods.create({ payment_method, ...params }, options);
    await expectInvalid(create({ customer: other }, own), 'payment_method');
    await expectRejection(create({}, own), { code: 'parameter_missing', param: 'customer' });
    await expectRejection(create({ payment_method: 'pm_none' }, own), { code: 'resource_missing' });
    await expectInvalid(create({ customer }), 'payment_method');
    await expectInvalid(paymentMethods.create({}), 'type');
  });
});
