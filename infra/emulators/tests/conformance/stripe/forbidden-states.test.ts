import { describe, expect, it } from 'vitest';
import { CANCEL_URL, findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();

describe('an archived price', () => {
  const INACTIVE = 'The price specified is inactive. This field only accepts active prices.';

  async function archived(once = false) {
    const { stripe } = world;
    const product = await stripe.products.create({ name: 'A' });
    const price = await stripe.prices.create({
      ...{ product: product.id, unit_amount: 500, currency: 'usd' },
      ...(once ? {} : { recurring: { interval: 'month' } }),
    });
    return { product: product.id, price: (await stripe.prices.update(price.id, { active: false })).id };
  }

  it('cannot be used for anything new', async () => {
    const { stripe } = world;
    const { price, product } = await archived();
    const { price: once } = await archived(true);
    const customer = await payer(world);
    const items = [{ price: await findPrice(stripe) }];
    const { id, items: own } = await stripe.subscriptions.create({ customer, items });
    const attempts = [
      stripe.subscriptions.create({ customer, items: [{ price }] }),
      stripe.subscriptions.create({ customer, items, add_invoice_items: [{ price: once }] }),
      stripe.subscriptions.update(id, { items: [{ id: String(own.data[0]?.id), price }] }),
      stripe.subscriptionItems.create({ subscription: id, price }),
      stripe.invoiceItems.create({ customer, pricing: { price: once } }),
      stripe.products.update(product, { default_price: price }),
      stripe.checkout.sessions.create({
        ...{ mode: 'subscription', line_items: [{ price, quantity: 1 }] },
        ...{ success_url: SUCCESS_URL, cancel_url: CANCEL_URL },
      }),
    ];
    for (const attempt of attempts) {
      expect(await readRejection(attempt)).toMatchObject({ statusCode: 400, message: INACTIVE });
    }
  });

  it('is not the default price of a product', async () => {
    const { stripe } = world;
    const { id, default_price } = await stripe.products.create({
      name: 'A',
      default_price_data: { currency: 'usd', unit_amount: 500 },
    });
    const price = String(default_price);
    expect(await readRejection(stripe.prices.update(price, { active: false }))).toMatchObject({
      statusCode: 400,
      message: 'This price cannot be archived because it is the default price of its product.',
    });
    const other = await stripe.prices.create({ product: id, currency: 'usd', unit_amount: 700 });
    await stripe.products.update(id, { default_price: other.id });
    expect(await stripe.prices.update(price, { active: false })).toMatchObject({ active: false });
  });
});

describe('a detached payment method', () => {
  it('is nobody’s default', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const id = String(method?.id);
    const subscription = await stripe.subscriptions.create({
      ...{ customer, items: [{ price: await findPrice(stripe) }], default_payment_method: id },
    });
    await stripe.paymentMethods.detach(id);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      default_payment_method: null,
    });
  });

  it('cannot be attached, paid with or set up again', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const payment_method = String(method?.id);
    await stripe.paymentMethods.detach(payment_method);
    const attempts = [
      stripe.paymentMethods.attach(payment_method, { customer }),
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer, payment_method }),
      stripe.setupIntents.create({ customer, payment_method }),
      stripe.customers.create({ payment_method }),
    ];
    for (const attempt of attempts) {
      expect(await readRejection(attempt)).toMatchObject({
        statusCode: 400,
        message: expect.stringMatching(/It may not be used again/),
      });
    }
  });
});

describe('a payment method', () => {
  it('pays once without a customer', async () => {
    const { stripe } = world;
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const payment = { amount: 500, currency: 'usd', payment_method: id, confirm: true };
    const more = { return_url: 'https://shop.example/' };
    expect(await stripe.paymentIntents.create({ ...payment, ...more })).toMatchObject({
      status: 'succeeded',
    });
    expect(await readRejection(stripe.paymentIntents.create({ ...payment, ...more }))).toMatchObject({
      message: expect.stringMatching(/It may not be used again/),
    });
  });

  it('pays only for its customer', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    const other = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const payment = { amount: 500, currency: 'usd', payment_method: String(method?.id) };
    for (const owner of [{}, { customer: other }]) {
      expect(await readRejection(stripe.paymentIntents.create({ ...payment, ...owner }))).toMatchObject({
        statusCode: 400,
        param: 'payment_method',
      });
    }
  });

  it('cannot be used again after its customer was deleted', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    await stripe.customers.del(customer);
    const other = await stripe.customers.create();
    const attempt = stripe.paymentMethods.attach(String(method?.id), { customer: other.id });
    expect(await readRejection(attempt)).toMatchObject({ statusCode: 400 });
  });
});

describe('an amount below the minimum', () => {
  it.each([
    ['usd', 49, '$0.50 usd'],
    ['gbp', 29, '£0.30 gbp'],
    ['jpy', 49, '¥50 jpy'],
  ])('is rejected in %s', async (currency, amount, least) => {
    const { stripe } = world;
    expect(await readRejection(stripe.paymentIntents.create({ amount, currency }))).toMatchObject({
      statusCode: 400,
      code: 'amount_too_small',
      message: `Amount must be at least ${least}`,
    });
    const { id } = await stripe.paymentIntents.create({ amount: amount + 1, currency });
    expect(await readRejection(stripe.paymentIntents.update(id, { amount }))).toMatchObject({
      code: 'amount_too_small',
    });
  });

  it('is rejected by a checkout, unless it is free', async () => {
    const { stripe } = world;
    const session = (unit_amount: number) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount, product_data: { name: 'x' } } },
        ],
        success_url: SUCCESS_URL,
      });
    expect(await readRejection(session(20))).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
    expect(await session(0)).toMatchObject({ amount_total: 0 });
  });
});

describe('another currency', () => {
  it('is rejected for the subscriptions of a customer who is billed in one, also at a checkout', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    await stripe.subscriptions.create({ customer, items: [{ price: await findPrice(stripe) }] });
    const { id: product } = await stripe.products.create({ name: 'A' });
    const { id: price } = await stripe.prices.create({
      ...{ product, currency: 'eur', unit_amount: 500, recurring: { interval: 'month' } },
    });
    const attempts = [
      stripe.subscriptions.create({ customer, items: [{ price }] }),
      stripe.checkout.sessions.create({
        ...{ mode: 'subscription', customer, line_items: [{ price, quantity: 1 }] },
        ...{ success_url: SUCCESS_URL, cancel_url: CANCEL_URL },
      }),
    ];
    for (const attempt of attempts) {
      expect(await readRejection(attempt)).toMatchObject({
        statusCode: 400,
        message: expect.stringMatching(/^You cannot combine currencies on a single customer\./),
      });
    }
  });

  it('is rejected for an item of an invoice, which takes the invoice’s by default', async () => {
    const { stripe } = world;
    const customer = await payer(world);
    const { id: invoice } = await stripe.invoices.create({ customer, currency: 'eur' });
    const item = { customer, invoice, amount: 500 };
    expect(await stripe.invoiceItems.create(item)).toMatchObject({ currency: 'eur' });
    expect(await readRejection(stripe.invoiceItems.create({ ...item, currency: 'usd' }))).toMatchObject({
      ...{ statusCode: 400, param: 'currency' },
    });
  });
});

describe('a list filtered by an unknown object', () => {
  it.each([
    ['billing/alerts', 'meter'],
    ['charges', 'customer'],
    ['charges', 'payment_intent'],
    ['checkout/sessions', 'customer'],
    ['checkout/sessions', 'payment_intent'],
    ['checkout/sessions', 'subscription'],
    ['credit_notes', 'customer'],
    ['credit_notes', 'invoice'],
    ['customers', 'test_clock'],
    ['disputes', 'charge'],
    ['disputes', 'payment_intent'],
    ['file_links', 'file'],
    ['invoice_payments', 'invoice'],
    ['invoiceitems', 'customer'],
    ['invoiceitems', 'invoice'],
    ['invoices', 'customer'],
    ['invoices', 'subscription'],
    ['payment_intents', 'customer'],
    ['payment_methods', 'customer'],
    ['prices', 'product'],
    ['promotion_codes', 'coupon'],
    ['promotion_codes', 'customer'],
    ['refunds', 'charge'],
    ['refunds', 'payment_intent'],
    ['setup_attempts', 'setup_intent'],
    ['setup_intents', 'customer'],
    ['setup_intents', 'payment_method'],
    ['subscription_items', 'subscription'],
    ['subscription_schedules', 'customer'],
    ['subscriptions', 'customer'],
    ['subscriptions', 'plan'],
    ['subscriptions', 'price'],
  ])('is rejected: %s by %s', async (path, param) => {
    const { status, body } = await rawApi(world).get(path, { [param]: 'x_unknown' });
    expect([status, body.error]).toMatchObject([400, { code: 'resource_missing', param }]);
  });

  it('is rejected if the object exists only in the other mode', async () => {
    const { id } = await world.stripe.customers.create();
    const response = await fetch(`${world.emulator.url}/v1/invoices?customer=${id}`, {
      headers: { authorization: 'Bearer sk_live_emulated' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { param: 'customer', message: expect.stringMatching(/exists in test mode/) } },
    ]);
  });
});
