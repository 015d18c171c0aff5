import { describe, expect, it } from 'vitest';
import { findPrice, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payer, payerWithCard, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi, send } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

describe('a boolean', () => {
  // Source: stripe/stripe-python pull request 1499 and stripe/stripe-dotnet pull request 3104 (`True` and `False` were
  // sent until 2025, and version 1 of the API accepts them).
  it.each([
    ['True', true],
    ['False', false],
    ['true', true],
  ])('can be written as %s', async (written, expected) => {
    const product = await stripe.products.create({ name: 'Plan', shippable: written as never });
    expect(product.shippable).toBe(expected);
  });
});

describe('the length of a text', () => {
  const NOTE = '🎈'.repeat(500);

  it('is its number of characters, of which an emoji is one', async () => {
    const { customers } = stripe;
    const name = '🎈'.repeat(256);
    expect(await customers.create({ name, metadata: { note: NOTE } })).toMatchObject({
      ...{ name, metadata: { note: NOTE } },
    });
  });

  it('is limited in characters too', async () => {
    const { customers } = stripe;
    await expectInvalid(customers.create({ name: '🎈'.repeat(257) }), 'name');
    await expectRejection(customers.create({ metadata: { note: `${NOTE}!` } }), {
      ...{
        statusCode: 400,
        param: 'metadata[note]',
        message: expect.stringContaining('that is 501 characters'),
      },
    });
  });
});

describe('a list of objects', () => {
  // Source: stripe/stripe-ruby before release 4, which writes lists without positions.
  it('can be written without positions', async () => {
    const customer = await payer(world);
    const [plan, seats] = await Promise.all([findPrice(stripe), monthlyPrice(stripe, 500)]);
    const body = `customer=${customer}&items[][price]=${plan}&items[][quantity]=2&items[][price]=${seats}`;
    const answer = await send(world, 'POST', '/v1/subscriptions', body);
    expect(await answer.json()).toMatchObject({
      items: {
        data: [
          { price: { id: plan }, quantity: 2 },
          { price: { id: seats }, quantity: 1 },
        ],
      },
    });
  });
});

describe('the address of a call', () => {
  // Source: many public programs create payments and customers by a POST with all parameters in the address.
  it('can have the parameters instead of the body, or beside it', async () => {
    const post = async (path: string, body = '') => (await send(world, 'POST', `/v1/${path}`, body)).json();
    expect(await post('payment_intents?amount=900&currency=usd&metadata[order]=7')).toMatchObject({
      ...{ object: 'payment_intent', amount: 900, metadata: { order: '7' } },
    });
    expect(await post('customers?name=Ada&phone=1', 'name=Grace')).toMatchObject({
      name: 'Grace',
      phone: '1',
    });
    expect(await post('customers?colour=red')).toMatchObject({ error: { code: 'parameter_unknown' } });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('a call that deletes', () => {
  // Source: Stripe's description, in which the parameters of DELETE /v1/subscriptions/:id are a form in the body.
  it('takes its parameters from the body', async () => {
    const { id } = await subscribedPayer(world);
    const body = 'cancellation_details[comment]=Too+many+mails';
    const answer = await send(world, 'DELETE', `/v1/subscriptions/${id}`, body);
    expect(await answer.json()).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'Too many mails' },
    });
  });
});

describe('an empty value', () => {
  // Source: `Emptyable` of the SDK's types, which are generated from Stripe's description.
  it('clears what a payment was to do with the card', async () => {
    const { paymentIntents } = stripe;
    const card = {
      capture_method: 'manual',
      request_three_d_secure: 'any',
      setup_future_usage: 'off_session',
    } as const;
    const { id } = await paymentIntents.create({
      ...{ amount: 900, currency: 'usd', setup_future_usage: 'on_session' },
      payment_method_options: { card },
    });
    const single = await paymentIntents.update(id, {
      payment_method_options: { card: { capture_method: '', setup_future_usage: '' } },
    });
    expect(single.payment_method_options?.card).not.toHaveProperty('capture_method');
    expect(single.payment_method_options?.card).not.toHaveProperty('setup_future_usage');
    const all = await paymentIntents.update(id, {
      setup_future_usage: '',
      payment_method_options: { card: '' },
    });
    expect(all).toMatchObject({
      setup_future_usage: null,
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    });
    const confirmed = await paymentIntents.confirm(id, {
      ...{ mandate_data: '', payment_method: 'pm_card_visa', payment_method_options: { card: '' } },
      setup_future_usage: '',
    });
    expect(confirmed.status).toBe('succeeded');
  });

  it('clears the application fee of a payment', async () => {
    const { paymentIntents } = stripe;
    const destination = await onboard(world);
    const shared = {
      amount: 900,
      currency: 'usd',
      application_fee_amount: 90,
      transfer_data: { destination },
    };
    const { id } = await paymentIntents.create(shared);
    expect(await paymentIntents.update(id, { application_fee_amount: '' })).toMatchObject({
      application_fee_amount: null,
      transfer_data: { destination },
    });
  });

  it('clears the options of the cards of a subscription, and the description of a phase', async () => {
    const { subscriptions, subscriptionSchedules } = stripe;
    const { id } = await subscribedPayer(world, {
      payment_settings: { payment_method_options: { card: { request_three_d_secure: 'any' } } },
    });
    expect(
      await subscriptions.update(id, { payment_settings: { payment_method_options: { card: '' } } }),
    ).toMatchObject({
      payment_settings: { payment_method_options: { card: { request_three_d_secure: 'automatic' } } },
    });
    const phases = [{ items: [{ price: await findPrice(stripe) }], description: '' }];
    const customer = await payer(world);
    expect(await subscriptionSchedules.create({ customer, phases, start_date: 'now' })).toMatchObject({
      phases: [{ description: null }],
    });
  });

  // The rule of decision 0102: what Stripe accepts is never answered with 400.
  it('is 501 where Stripe clears a value and the emulator cannot', async () => {
    const price = await findPrice(stripe);
    const { id } = await stripe.paymentLinks.create({ line_items: [{ price, quantity: 1 }] });
    await expectError(rawApi(world).post(`payment_links/${id}`, { name_collection: '' }), 501, {
      message: 'The Stripe emulator does not support an empty name_collection of POST /v1/payment_links/:id.',
    });
  });
});

describe('a required object', () => {
  it('may be left out of a change', async () => {
    const { configurations } = stripe.billingPortal;
    const { id } = await configurations.create({ features: { subscription_cancel: { enabled: true } } });
    const changed = await configurations.update(id, {
      features: { subscription_cancel: { mode: 'immediately' } },
    });
    expect(changed.features.subscription_cancel).toMatchObject({ enabled: true, mode: 'immediately' });
  });
});

describe('the id of a new customer', () => {
  // Sources: stripe/stripe-node pull request 968 (undocumented since 2014, but it works and stays) and issue 125.
  it('can be chosen, and is free again after the customer is deleted', async () => {
    const { customers } = stripe;
    const chosen = { id: 'ada-1', name: 'Ada' } as object;
    expect(await customers.create(chosen)).toMatchObject({ id: 'ada-1', name: 'Ada' });
    await expectRejection(customers.create(chosen), {
      ...{ statusCode: 400, code: 'resource_already_exists', message: 'Customer already exists.' },
    });
    await customers.del('ada-1');
    expect(await customers.create(chosen)).toMatchObject({ id: 'ada-1' });
  });
});

describe('the id of what is created', () => {
  // Sources: the changelog of 2018-05-21 ("may only contain alphanumeric and `_-` characters on creation") and
  // stripe/stripe-node pull request 462.
  it('has only letters, digits, underscores and hyphens', async () => {
    const { coupons, customers, plans, prices, products } = stripe;
    const id = 'ada@example.com';
    const monthly = { currency: 'usd', interval: 'month', amount: 900, product: { name: 'Plan' } } as const;
    const product_data = { id, name: 'Plan' };
    const calls = [
      ['id', customers.create({ id } as object)],
      ['id', coupons.create({ id, percent_off: 10 })],
      ['id', products.create({ id, name: 'Plan' })],
      ['id', plans.create({ ...monthly, id })],
      ['product[id]', plans.create({ ...monthly, product: product_data })],
      ['product_data[id]', prices.create({ currency: 'usd', unit_amount: 900, product_data })],
    ] as const;
    for (const [param, call] of calls) {
      await expectInvalid(call, param);
    }
    expect(await plans.create({ ...monthly, id: 'Plan_1-a' })).toMatchObject({ id: 'Plan_1-a' });
  });
});

describe('a payment before it is made', () => {
  // Source: `PaymentIntentUpdateParams` of the SDK.
  it('can get another currency and another capture method', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create({ amount: 900, currency: 'usd' });
    const changed = await paymentIntents.update(id, { currency: 'eur', capture_method: 'manual' });
    expect(changed).toMatchObject({ amount: 900, currency: 'eur', capture_method: 'manual' });
    expect(await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      ...{ status: 'requires_capture', currency: 'eur' },
    });
    await expectRejection(paymentIntents.update(id, { currency: 'usd' }), {
      ...{ code: 'payment_intent_unexpected_state', param: 'currency' },
    });
    const other = await paymentIntents.create({ amount: 60, currency: 'usd', capture_method: 'manual' });
    expect(await paymentIntents.update(other.id, { capture_method: 'automatic' })).toMatchObject({
      capture_method: 'automatic',
    });
    await expectRejection(paymentIntents.update(other.id, { currency: 'mxn' }), {
      ...{ statusCode: 400, code: 'amount_too_small' },
    });
  });

  // Source: `OffSession` of the SDK's `PaymentIntentConfirmParams`.
  it.each(['one_off', 'recurring'] as const)(
    'can be made in the absence of the payer: %s',
    async (off_session) => {
      const { paymentIntents } = stripe;
      const { customer, card } = await payerWithCard(world, 'pm_card_authenticationRequired');
      const payment = { amount: 900, currency: 'usd', customer, payment_method: card };
      await expectRejection(paymentIntents.create({ ...payment, confirm: true, off_session }), {
        code: 'authentication_required',
      });
    },
  );
});
