import { describe, expect, it } from 'vitest';
import { MONTHLY } from '../../support/stripe/catalogue.ts';
import { createSession, findPrice, lineItem, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payer, payerWithCard, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import {
  expectInvalid,
  expectRejection,
  expectRejections,
  readRejection,
} from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

describe('an archived price', () => {
  const INACTIVE = 'The price specified is inactive. This field only accepts active prices.';

  it('cannot be used for anything new', async () => {
    const { id: product } = await stripe.products.create({ name: 'A' });
    const price = await monthlyPrice(stripe, 500, { product });
    const once = await newPrice(stripe, 500);
    for (const id of [price, once]) await stripe.prices.update(id, { active: false });
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
      createSession(stripe, { line_items: [{ price, quantity: 1 }] }),
    ];
    await expectRejections(attempts, { statusCode: 400, message: INACTIVE });
  });

  it('is not the default price of a product', async () => {
    const { id, default_price } = await stripe.products.create({
      name: 'A',
      default_price_data: { currency: 'usd', unit_amount: 500 },
    });
    const price = String(default_price);
    await expectRejection(stripe.prices.update(price, { active: false }), {
      statusCode: 400,
      message: 'This price cannot be archived because it is the default price of its product.',
    });
    const other = await newPrice(stripe, 700, { product: id });
    await stripe.products.update(id, { default_price: other });
    expect(await stripe.prices.update(price, { active: false })).toMatchObject({ active: false });
  });
});

describe('an archived product', () => {
  it('is not sold, although its price is active', async () => {
    const { id: product } = await stripe.products.create({ name: 'A' });
    const price = await monthlyPrice(stripe, 500, { product });
    const { customer, id } = await subscribedPayer(world, { items: [{ price }] });
    await stripe.products.update(product, { active: false });
    const line_items = [{ price, quantity: 1 }];
    const unavailable = `Price \`${price}\` is not available to be purchased because its product is not active.`;
    await expectRejections(
      [createSession(stripe, { line_items }), stripe.paymentLinks.create({ line_items })],
      { ...{ statusCode: 400, param: 'line_items[0][price]', message: unavailable } },
    );
    const inline = { ...MONTHLY, product, unit_amount: 700 };
    await expectRejections(
      [
        stripe.subscriptions.create({ customer, items: [{ price }] }),
        stripe.subscriptions.create({ customer, items: [{ price_data: inline }] }),
      ],
      {
        statusCode: 400,
        message: expect.stringContaining(`The product ${product} is marked as inactive`),
      },
    );
    // A subscription that already has the price can keep it.
    const { items } = await stripe.subscriptions.retrieve(id);
    const item = String(items.data[0]?.id);
    expect(await stripe.subscriptions.update(id, { items: [{ id: item, quantity: 2 }] })).toMatchObject({
      items: { data: [{ quantity: 2 }] },
    });
  });
});

describe('an incomplete subscription', () => {
  it('changes only what leads to no invoice', async () => {
    const { id, items: own } = await subscribedPayer(world, {}, 'pm_card_chargeCustomerFail');
    const item = String(own.data[0]?.id);
    const attempts = [
      stripe.subscriptions.update(id, { items: [{ id: item, quantity: 2 }] }),
      stripe.subscriptions.update(id, { trial_end: 'now' }),
      stripe.subscriptionItems.update(item, { quantity: 2 }),
    ];
    await expectRejections(attempts, {
      statusCode: 400,
      message: expect.stringMatching(/^You cannot update a subscription in `incomplete` status/),
    });
    expect(await stripe.subscriptions.update(id, { metadata: { a: '1' } })).toMatchObject({
      ...{ status: 'incomplete', metadata: { a: '1' } },
    });
  });
});

describe('a payment that is over or authorized', () => {
  it.each(['automatic', 'manual'] as const)(
    'keeps its amount but not its description: %s',
    async (capture_method) => {
      const { paymentIntents } = stripe;
      const { id, status } = await payByCard(stripe, 900, { capture_method });
      await expectRejection(paymentIntents.update(id, { amount: 700 }), {
        ...{ statusCode: 400, code: 'payment_intent_unexpected_state', param: 'amount' },
        message: `This PaymentIntent's amount could not be updated because it has a status of ${status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      });
      const described = { description: 'Order 7', metadata: { order: '7' } };
      expect(await paymentIntents.update(id, described)).toMatchObject({ status, ...described });
    },
  );
});

describe('a confirmation with all methods of the dashboard', () => {
  it('needs an address to return to, unless the payer is absent or nothing redirects', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const method = { payment_method: 'pm_card_visa', confirm: true };
    const payment = { ...method, amount: 900, currency: 'usd' };
    const all = { automatic_payment_methods: { enabled: true } };
    const missing = { statusCode: 400, message: expect.stringMatching(/you must provide a `return_url`/) };
    await expectRejection(paymentIntents.create({ ...payment, ...all }), missing);
    await expectRejection(setupIntents.create({ ...method, ...all }), missing);
    const { id } = await paymentIntents.create({ amount: 900, currency: 'usd', ...all });
    const card = { payment_method: 'pm_card_visa' };
    await expectRejection(paymentIntents.confirm(id, card), missing);
    const address = { return_url: 'https://shop.example/' };
    const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const;
    for (const paid of await Promise.all([
      paymentIntents.confirm(id, { ...card, ...address }),
      paymentIntents.create({ ...payment, ...all, off_session: true }),
      paymentIntents.create({ ...payment, ...never }),
      setupIntents.create({ ...method, ...all, ...address }),
    ])) {
      expect(paid).toMatchObject({ status: 'succeeded' });
    }
  });
});

describe('a customer without an email address', () => {
  it('is sent no invoices', async () => {
    const { id: customer } = await stripe.customers.create();
    const sent = { customer, collection_method: 'send_invoice', days_until_due: 7 } as const;
    const items = [{ price: await findPrice(stripe) }];
    for (const attempt of [
      () => stripe.invoices.create(sent),
      () => stripe.subscriptions.create({ ...sent, items }),
    ]) {
      await expectRejection(attempt(), {
        ...{ statusCode: 400, message: expect.stringMatching(/^Missing email\./) },
      });
    }
    await stripe.customers.update(customer, { email: 'ada@example.com' });
    expect(await stripe.invoices.create(sent)).toMatchObject({ collection_method: 'send_invoice' });
  });
});

describe('a price', () => {
  it.each([
    ['year', 4],
    ['month', 37],
    ['week', 157],
  ] as const)('recurs within three years: %s × %d', async (interval, longer) => {
    const { prices, products } = stripe;
    const { id: product } = await products.create({ name: 'A' });
    const every = (interval_count: number) =>
      prices.create({ product, currency: 'usd', unit_amount: 500, recurring: { interval, interval_count } });
    await expectInvalid(every(longer), 'recurring[interval_count]');
    expect(await every(longer - 1)).toMatchObject({ recurring: { interval_count: longer - 1 } });
  });
});

describe('a detached payment method', () => {
  it('is nobody’s default', async () => {
    const { customer, card: id } = await payerWithCard(world);
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
    const { customer, card: payment_method } = await payerWithCard(world);
    await stripe.paymentMethods.detach(payment_method);
    const attempts = [
      stripe.paymentMethods.attach(payment_method, { customer }),
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer, payment_method }),
      stripe.setupIntents.create({ customer, payment_method }),
      stripe.customers.create({ payment_method }),
    ];
    await expectRejections(attempts, {
      statusCode: 400,
      message: expect.stringMatching(/It may not be used again/),
    });
  });
});

describe('a payment method', () => {
  it('pays once without a customer', async () => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const once = await payByCard(stripe, 500, { payment_method: id });
    expect(once).toMatchObject({ status: 'succeeded' });
    await expectRejection(payByCard(stripe, 500, { payment_method: id }), {
      ...{ statusCode: 400, code: undefined, param: undefined },
      message: expect.stringMatching(/previously used.*It may not be used again/s),
    });
  });

  it('can be saved after a payment without a customer that was set up for it', async () => {
    const { payment_method } = await payByCard(stripe, 500, { setup_future_usage: 'off_session' });
    const { id: customer } = await stripe.customers.create({ payment_method: String(payment_method) });
    expect(await stripe.paymentMethods.retrieve(String(payment_method))).toMatchObject({ customer });
  });

  it('is the default of nobody but its customer', async () => {
    const owner = await payer(world);
    const customer = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer: owner })).data;
    const default_payment_method = String(method?.id);
    const items = [{ price: await findPrice(stripe) }];
    const phases = [{ items, default_payment_method, duration: { interval: 'month' } }] as const;
    const attempts = [
      stripe.customers.update(customer, { invoice_settings: { default_payment_method } }),
      stripe.invoices.create({ customer, default_payment_method }),
      stripe.subscriptions.create({ customer, items, default_payment_method }),
      stripe.subscriptionSchedules.create({ customer, start_date: 'now', phases: [...phases] }),
    ];
    await expectRejections(attempts, {
      statusCode: 400,
      param: expect.stringMatching(/default_payment_method\]?$/),
      message: `The customer does not have a payment method with the ID ${default_payment_method}. The payment method must be attached to the customer.`,
    });
  });

  it('pays only for its customer', async () => {
    const customer = await payer(world);
    const other = await payer(world);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const payment = { amount: 500, currency: 'usd', payment_method: String(method?.id) };
    const paid = (owner: { customer?: string }) => stripe.paymentIntents.create({ ...payment, ...owner });
    await expectRejection(paid({}), { statusCode: 400, code: 'parameter_missing', param: 'source' });
    await expectInvalid(paid({ customer: other }), 'payment_method');
  });

  it('cannot be used again after its customer was deleted', async () => {
    const { customer, card } = await payerWithCard(world);
    await stripe.customers.del(customer);
    const other = await stripe.customers.create();
    const attempt = stripe.paymentMethods.attach(card, { customer: other.id });
    await expectRejection(attempt, { statusCode: 400 });
  });
});

describe('an amount below the minimum', () => {
  it.each([
    ['usd', 49, '$0.50 usd'],
    ['gbp', 29, '£0.30 gbp'],
    ['jpy', 49, '¥50 jpy'],
  ])('is rejected in %s', async (currency, amount, least) => {
    await expectRejection(stripe.paymentIntents.create({ amount, currency }), {
      statusCode: 400,
      code: 'amount_too_small',
      message: `Amount must be at least ${least}`,
    });
    const { id } = await stripe.paymentIntents.create({ amount: amount + 1, currency });
    await expectRejection(stripe.paymentIntents.update(id, { amount }), { code: 'amount_too_small' });
  });

  it('is rejected by a checkout, unless it is free', async () => {
    const session = (unit_amount: number) =>
      createSession(stripe, { mode: 'payment', line_items: [lineItem(unit_amount, 'x')] });
    const rejection = await readRejection(session(20));
    expect(rejection).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
    // The total is of no single parameter.
    expect(rejection.param).toBeUndefined();
    expect(await session(0)).toMatchObject({ amount_total: 0 });
  });
});

describe('an amount that is not charged in full', () => {
  // Source: docs.stripe.com/currencies (three-decimal currencies and special cases).
  it.each([
    ['kwd', 5120, 5124],
    ['isk', 50_000, 50_050],
  ])('is rejected in %s', async (currency, amount, odd) => {
    const { charges, paymentIntents } = stripe;
    const { id } = await paymentIntents.create({ amount, currency });
    const attempts = [
      paymentIntents.create({ amount: odd, currency }),
      paymentIntents.update(id, { amount: odd }),
      charges.create({ amount: odd, currency, source: 'tok_visa' }),
    ];
    await expectRejections(attempts, { statusCode: 400, param: 'amount' });
  });
});

describe('a subscription of another customer', () => {
  // Source: docs.stripe.com/api/invoices/create: the invoice has the pending items of that subscription.
  it('is not invoiced', async () => {
    const { id: subscription } = await subscribedPayer(world);
    const customer = await payer(world);
    await expectInvalid(stripe.invoices.create({ customer, subscription }), 'subscription');
  });
});

describe('another currency', () => {
  it('is rejected for the subscriptions of a customer who is billed in one, also at a checkout', async () => {
    const { customer } = await subscribedPayer(world);
    const price = await monthlyPrice(stripe, 500, { currency: 'eur' });
    const attempts = [
      stripe.subscriptions.create({ customer, items: [{ price }] }),
      createSession(stripe, { customer, line_items: [{ price, quantity: 1 }] }),
    ];
    await expectRejections(attempts, {
      statusCode: 400,
      message: expect.stringMatching(/^You cannot combine currencies on a single customer\./),
    });
  });

  // Source: github.com/lukevella/rallly/pull/3307
  it('is rejected at a checkout while one of a subscription is open', async () => {
    const { id: customer } = await stripe.customers.create();
    const open = async (currency: string) => {
      const price = await monthlyPrice(stripe, 500, { currency });
      return createSession(stripe, { customer, line_items: [{ price, quantity: 1 }] });
    };
    const { id } = await open('usd');
    await expectRejection(open('eur'), {
      statusCode: 400,
      message: expect.stringMatching(/subscription mode checkout session with currency usd\.$/),
    });
    await stripe.checkout.sessions.expire(id);
    expect(await open('eur')).toMatchObject({ status: 'open', currency: 'eur' });
  });

  // Source: support.stripe.com/questions/set-or-change-currency-for-an-invoice-or-customer-in-stripe-billing
  it('is that of the next subscription when nothing in the former one is left', async () => {
    const { customers, invoiceItems, subscriptions } = stripe;
    const { customer, id } = await subscribedPayer(world);
    await customers.createBalanceTransaction(customer, { amount: -300, currency: 'usd' });
    await customers.createBalanceTransaction(customer, { amount: -100, currency: 'eur' });
    const price = await monthlyPrice(stripe, 500, { currency: 'eur' });
    const subscribe = () =>
      subscriptions.create({ customer, items: [{ price }], expand: ['latest_invoice'] });
    await subscriptions.cancel(id);
    const { id: pending } = await invoiceItems.create({ customer, amount: 200, currency: 'usd' });
    await expectInvalid(subscribe(), 'items');
    await invoiceItems.del(pending);
    expect(await subscribe()).toMatchObject({ latest_invoice: { amount_due: 400, currency: 'eur' } });
    expect(await customers.retrieve(customer, { expand: ['invoice_credit_balance'] })).toMatchObject({
      balance: 0,
      currency: 'eur',
      invoice_credit_balance: { usd: -300 },
    });
  });

  it('is rejected for an item of an invoice, which takes the invoice’s by default', async () => {
    const customer = await payer(world);
    const { id: invoice } = await stripe.invoices.create({ customer, currency: 'eur' });
    const item = { customer, invoice, amount: 500 };
    expect(await stripe.invoiceItems.create(item)).toMatchObject({ currency: 'eur' });
    await expectInvalid(stripe.invoiceItems.create({ ...item, currency: 'usd' }), 'currency');
    const price = await newPrice(stripe, 500, { currency: 'eur' });
    const dollars = await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' });
    const attempts = [
      stripe.invoiceItems.create({ customer, pricing: { price }, currency: 'usd' }),
      stripe.invoiceItems.update(dollars.id, { pricing: { price } }),
    ];
    await expectRejections(attempts, {
      ...{ statusCode: 400, param: 'pricing[price]' },
      message: expect.stringMatching(/expected currency: `usd`/),
    });
  });
});

describe('a list filtered by an unknown object', () => {
  it.each([
    ['application_fees', 'charge'],
    ['balance_transactions', 'source'],
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
    ['financial_connections/accounts', 'account_holder[customer]'],
    ['identity/verification_sessions', 'related_customer'],
    ['invoice_payments', 'invoice'],
    ['invoiceitems', 'customer'],
    ['invoiceitems', 'invoice'],
    ['invoices', 'customer'],
    ['invoices', 'subscription'],
    ['payment_intents', 'customer'],
    ['payment_methods', 'customer'],
    ['prices', 'product'],
    ['prices', 'recurring[meter]'],
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
    await expectError(rawApi(world).get(path, { [param]: 'x_unknown' }), 400, {
      code: 'resource_missing',
      param,
    });
  });

  it('is empty if it lists the payments of invoices by an unknown payment', async () => {
    const payment = { type: 'payment_intent', payment_intent: 'pi_unknown' } as const;
    expect((await stripe.invoicePayments.list({ payment })).data).toEqual([]);
  });
});
