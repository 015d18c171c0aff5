import { describe, expect, it } from 'vitest';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

describe('an unsupported feature', () => {
  const world = createWorld();

  it('is rejected with its name and call, without retries or stored responses', async () => {
    const { emulator } = world;
    const stripe = createStripeClient(emulator, { maxNetworkRetries: 2 });
    const key = { idempotencyKey: 'key-1' };
    await expectRejection(
      stripe.customers.create({ cash_balance: { settings: { reconciliation_mode: 'manual' } } }, key),
      {
        statusCode: 501,
        code: 'emulator_not_supported',
        param: 'cash_balance',
        message: 'The Stripe emulator does not support the parameter cash_balance of POST /v1/customers.',
        headers: { 'stripe-should-retry': 'false' },
      },
    );
    expect(await emulator.counters()).toEqual({ 'POST /v1/customers 501': 1 });
    expect(await stripe.customers.create({ name: 'Ada' }, key)).toMatchObject({ name: 'Ada' });
  });

  it('is counted and listed until a reset', async () => {
    const { stripe, emulator } = world;
    await readRejection(stripe.countrySpecs.retrieve('DE'));
    await readRejection(stripe.countrySpecs.retrieve('FR'));
    await readRejection(createSession(stripe, { ui_mode: 'form' }));
    expect(await emulator.unsupported()).toMatchObject([
      { call: 'GET /v1/country_specs/DE', param: null, count: 1 },
      { call: 'GET /v1/country_specs/FR', param: null, count: 1 },
      { call: 'POST /v1/checkout/sessions', count: 1, message: expect.stringMatching(/ui_mode form/) },
    ]);
    await emulator.reset();
    expect(await emulator.unsupported()).toEqual([]);
  });

  it.each([
    [501, 'subscriptions', { items: [{ price: 'p', current_trial: { trial_offer: 't' } }] }],
    [501, 'subscriptions', { add_invoice_items: [{ discounts: [{ coupon: 'ten' }] }] }],
    [501, 'subscriptions', { billing_schedules: [{ key: 'a' }] }],
    [501, 'subscriptions', { items: [{ price: 'p' }], cancel_at: 'max_billed_until' }],
    [400, 'customers', { address: { colour: 'red' } }],
    [400, 'subscriptions', { items: [{ price: 'p', colour: 'red' }] }],
  ])('is told from what Stripe does not know at any depth: %d for %s %j', async (status, path, params) => {
    const customer = path === 'subscriptions' ? (await world.stripe.customers.create()).id : undefined;
    const { body, ...answer } = await rawApi(world).post(path, { ...params, customer });
    expect(answer).toEqual({ status });
    const code = status === 400 ? 'parameter_unknown' : 'emulator_not_supported';
    expect(body).toMatchObject({ error: { code } });
  });

  it.each([
    [400, '2026-08-26.dahlia', 'customers', { coupon: 'C' }],
    [400, '2026-08-26.dahlia', 'customers', { promotion_code: 'promo_1' }],
    [501, '2022-11-15', 'invoices', { rendering_options: { amount_tax_display: 'include_inclusive_tax' } }],
    [501, '2022-11-15', 'products', { name: 'A', caption: 'B' }],
    [400, '2023-08-16', 'products', { name: 'A', caption: 'B' }],
    [501, '2025-02-24.acacia', 'payment_methods/pm_1', { pay_by_bank: '' }],
    [400, '2025-03-31.basil', 'payment_methods/pm_1', { pay_by_bank: '' }],
  ])(
    'is what Stripe has removed, in earlier versions only: %d in %s',
    async (status, version, path, params) => {
      expect(await rawApi(world, version).post(path, params)).toMatchObject({ status });
    },
  );

  it('is version 2 of the API', async () => {
    await expectRejection(world.stripe.v2.core.events.list({ object_id: 'x' } as never), { statusCode: 501 });
    expect(await world.emulator.unsupported()).toMatchObject([{ call: 'GET /v2/core/events' }]);
  });

  it('is no currency by itself', async () => {
    const { stripe } = world;
    const price = { product: 'outharbor_pro', unit_amount: 100 };
    expect(await stripe.prices.create({ ...price, currency: 'JPY' })).toMatchObject({ currency: 'jpy' });
  });
});

describe('an expansion', () => {
  const world = createWorld();
  const { stripe } = world;

  it('leaves the field unchanged if Stripe accepts it', async () => {
    const { session, subscription } = await subscribe(world);
    const expand = [
      'discounts',
      'default_tax_rates',
      'items.data.price',
      'pending_setup_intent',
      'application',
    ];
    expect(await stripe.subscriptions.retrieve(subscription, { expand })).toMatchObject({ discounts: [] });
    expect(
      await stripe.checkout.sessions.retrieve(session, { expand: ['payment_link', 'total_details'] }),
    ).toMatchObject({ payment_link: null });
    const [charge] = (await stripe.charges.list({ expand: ['data.application_fee'] })).data;
    expect(charge).toMatchObject({ application_fee: null });
  });

  it('has at most four levels, including lists', async () => {
    const { subscription } = await subscribe(world);
    const expanded = (path: string) => stripe.subscriptions.list({ expand: [path] });

    await expectRejection(expanded('data.items.data.price.product'), {
      statusCode: 400,
      code: 'property_expansion_max_depth',
      message: 'You cannot expand more than 4 levels of a property. Property: data.items.data.price.product',
    });
    const expand = ['items.data.price.product'];
    expect(await stripe.subscriptions.retrieve(subscription, { expand })).toMatchObject({
      items: { data: [{ price: { product: { id: 'outharbor_pro' } } }] },
    });
  });
});

describe('edge cases', () => {
  const { stripe } = createWorld();

  it('rejects an unknown event type', async () => {
    const endpoint = (type: string) =>
      stripe.webhookEndpoints.create({ url: 'https://site.test/hook', enabled_events: [type as never] });
    await expectInvalid(endpoint('customer.sneezed'), 'enabled_events[0]');
    for (const type of ['*', 'checkout.session.completed', 'charge.dispute.created']) {
      expect(await endpoint(type)).toMatchObject({ enabled_events: [type] });
    }
  });
});
