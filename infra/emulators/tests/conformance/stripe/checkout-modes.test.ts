import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/stripe/card-form.ts';
import { createSession, findPrice, lineItem, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Ten dollars each for a product created inline. */
const INLINE = lineItem(1000, 'Workshop', 2);

describe('a checkout in payment mode', () => {
  const create = (changes: Partial<SessionParams> = {}) =>
    createSession(stripe, { mode: 'payment', line_items: [INLINE], ...changes });

  it('charges once, and creates a payment intent but no customer', async () => {
    const session = await create({
      payment_intent_data: { description: 'Workshop in May', metadata: { order: '7' } },
    });
    expect(session).toMatchObject({
      mode: 'payment',
      adaptive_pricing: { enabled: true },
      managed_payments: { enabled: false },
      payment_method_collection: 'if_required',
      amount_total: 2000,
      billing_address_collection: null,
      collected_information: null,
      customer_creation: 'if_required',
      discounts: [],
      payment_intent: null,
      saved_payment_method_options: null,
    });
    const paid = await emulator.pay(session.id, { card: 'visa', email: 'ada@example.com' });
    expect(paid.result).toBe('complete');
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer: null,
      customer_details: { email: 'ada@example.com' },
      subscription: null,
      invoice: null,
      payment_intent: {
        status: 'succeeded',
        amount: 2000,
        description: 'Workshop in May',
        metadata: { order: '7' },
        payment_details: { customer_reference: null, order_reference: session.id },
        setup_future_usage: null,
        latest_charge: { paid: true, amount: 2000 },
      },
      line_items: { data: [{ description: 'Workshop', quantity: 2, price: { active: false } }] },
    });
    expect((await stripe.customers.list()).data).toEqual([]);
    const intent = done.payment_intent as Stripe.PaymentIntent;
    const found = await stripe.checkout.sessions.list({ payment_intent: intent.id });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
  });

  it.each([
    [{ customer_creation: 'always' }, 0],
    [{ payment_intent_data: { setup_future_usage: 'off_session' } }, 1],
  ] as const)('creates a customer with %j and saves %i of their cards', async (changes, cards) => {
    const { id, saved_payment_method_options: saved } = await create(changes);
    expect(saved).toMatchObject({ allow_redisplay_filters: ['always'] });
    const { session } = await emulator.pay(id, { card: 'visa', email: 'ada@example.com' });
    const customer = String(session.customer);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: 'ada@example.com' });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(cards);
    expect((await stripe.paymentIntents.list({ customer })).data).toHaveLength(1);
  });

  it('takes fractions of a cent', async () => {
    const { unit_amount: _, ...data } = INLINE.price_data;
    const price_data = { ...data, unit_amount_decimal: Stripe.Decimal.from('12.5') };
    expect(await create({ line_items: [{ price_data, quantity: 100 }] })).toMatchObject({
      amount_total: 1250,
    });
  });

  it('shows options of wallets and saved payment methods', async () => {
    const options = {
      integration_identifier: 'shop_1',
      origin_context: 'web',
      saved_payment_method_options: { payment_method_save: 'enabled' },
      wallet_options: { link: { display: 'never' } },
    } as const;
    expect(await create({ customer_creation: 'always', ...options })).toMatchObject({
      ...options,
      saved_payment_method_options: {
        allow_redisplay_filters: ['always'],
        payment_method_remove: 'disabled',
        payment_method_save: 'enabled',
      },
    });
  });

  it('knows its buyer from the start by an email address', async () => {
    expect(await create({ customer_email: 'ada@example.com' })).toMatchObject({
      collected_information: { business_name: null, individual_name: null, shipping_details: null },
      customer_details: { email: 'ada@example.com' },
      saved_payment_method_options: null,
    });
  });

  // Source: docs.stripe.com/changelog/2023-08-16/no-cost-orders-checkout-session.
  it('collects no payment method and makes no payment if it costs nothing', async () => {
    await stripe.coupons.create({ id: 'FREE', percent_off: 100 });
    const free = await create({ customer_creation: 'always', discounts: [{ coupon: 'FREE' }] });
    expect(free).toMatchObject({ amount_total: 0, payment_method_collection: 'if_required' });
    for (const visitor of [{}, { card: 'visa' }]) {
      const { id } = await create({ customer_creation: 'always', discounts: [{ coupon: 'FREE' }] });
      const { result, session } = await emulator.pay(id, { email: 'ada@example.com', ...visitor });
      expect([result, session]).toMatchObject([
        'complete',
        { payment_intent: null, payment_status: 'no_payment_required', status: 'complete' },
      ]);
      const customer = String(session.customer);
      expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
    }
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it('costs something before 2023-08-16', async () => {
    const once = {
      mode: 'payment',
      success_url: SUCCESS_URL,
      line_items: [{ ...INLINE, price_data: { ...INLINE.price_data, unit_amount: 0 } }],
    };
    const former = await rawApi(world, '2022-11-15').post('checkout/sessions', once);
    expect(former).toMatchObject({ status: 400, body: { error: { code: 'amount_too_small' } } });
    const paid = await rawApi(world, '2022-11-15').post('checkout/sessions', {
      ...once,
      line_items: [INLINE],
    });
    expect(paid.body).toMatchObject({ payment_method_collection: 'always' });
    const { body } = await rawApi(world, '2023-08-16').post('checkout/sessions', once);
    expect(body).toMatchObject({ amount_total: 0, payment_method_collection: 'if_required' });
  });

  it('rejects a recurring price and parameters of another mode', async () => {
    const monthly = [{ price: await findPrice(stripe), quantity: 1 }];
    expect((await readRejection(create({ line_items: monthly }))).message).toMatch(/`payment` mode/);
    await expectInvalid(create({ subscription_data: { description: 'x' } }), 'subscription_data');
    const created = await readRejection(create({ mode: 'subscription', customer_creation: 'always' }));
    expect(created.message).toBe('`customer_creation` can only be used in `payment` mode.');
    expect(created.param).toBeUndefined();
    const inline = { ...INLINE, price: monthly[0]?.price } as Stripe.Checkout.SessionCreateParams.LineItem;
    await expectInvalid(create({ line_items: [inline] }), 'line_items[0]');
  });
});

describe('a checkout in setup mode', () => {
  const create = (changes: Partial<SessionParams> = {}) =>
    createSession(stripe, { mode: 'setup', currency: 'usd', ...changes });

  it('saves the card of a customer and charges nothing', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await create({ customer, setup_intent_data: { metadata: { seat: '1' } } });
    expect(session).toMatchObject({
      mode: 'setup',
      adaptive_pricing: { enabled: false },
      managed_payments: null,
      payment_method_collection: 'always',
      amount_total: null,
      billing_address_collection: null,
      branding_settings: { border_style: 'rounded', font_family: 'default' },
      collected_information: { business_name: null, individual_name: null, shipping_details: null },
      customer_details: { email: 'ada@example.com', tax_exempt: null },
      discounts: null,
      payment_method_configuration_details: { id: expect.stringMatching(/^pmc_/), parent: null },
      payment_status: 'no_payment_required',
      saved_payment_method_options: null,
    });
    const setup = await stripe.setupIntents.retrieve(String(session.setup_intent));
    expect(setup).toMatchObject({ status: 'requires_payment_method', customer, metadata: { seat: '1' } });
    await emulator.pay(session.id, { card: 'visa' });
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      setup_intent: {
        object: 'setup_intent',
        status: 'succeeded',
        customer,
        metadata: { seat: '1' },
        payment_method: { customer, card: { last4: '4242' } },
      },
    });
    expect((await stripe.setupIntents.list({ customer })).data).toHaveLength(1);
    expect((await stripe.charges.list()).data).toEqual([]);
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['setup_intent.created', 'setup_intent.succeeded']));
  });

  it.each([
    ['if_required', 0],
    ['always', 1],
  ] as const)('creates, with customer_creation %s, %i customers', async (customer_creation, customers) => {
    const session = await create({ customer_creation });
    expect(session).toMatchObject({ collected_information: null, customer: null, customer_creation });
    const { session: done } = await emulator.pay(session.id, { card: 'visa', email: 'ada@example.com' });
    const setup = await stripe.setupIntents.retrieve(String(done.setup_intent));
    expect(setup).toMatchObject({ customer: done.customer, status: 'succeeded' });
    expect((await stripe.customers.list()).data).toHaveLength(customers);
  });

  it('cancels its setup intent when it expires', async () => {
    const { id, setup_intent } = await create();
    await stripe.checkout.sessions.expire(id);
    expect(await stripe.setupIntents.retrieve(String(setup_intent))).toMatchObject({ status: 'canceled' });
  });

  it('rejects a declined card and a missing currency', async () => {
    const { id } = await create();
    expect(await emulator.pay(id, { card: 'declined' })).toMatchObject({ result: 'declined' });
    const without = stripe.checkout.sessions.create({ mode: 'setup', success_url: SUCCESS_URL });
    await expectRejection(without, { code: 'parameter_missing', param: 'currency' });
  });

  it.each<Partial<SessionParams>>([
    { allow_promotion_codes: true },
    { custom_fields: [{ key: 'size', label: { custom: 'Size', type: 'custom' }, type: 'text' }] },
    { line_items: [INLINE] },
    { submit_type: 'pay' },
    { phone_number_collection: { enabled: true } },
    { shipping_address_collection: { allowed_countries: ['DE'] } },
    { tax_id_collection: { enabled: true } },
  ])('does not take %j', async (changes) => {
    await expectRejection(create(changes), { statusCode: 400, param: Object.keys(changes)[0] });
  });
});

describe('an item of a checkout', () => {
  it('can be defined inline for a subscription', async () => {
    const { data } = await stripe.products.list();
    const product = String(data[0]?.id);
    const price_data = {
      currency: 'eur',
      unit_amount: 900,
      product,
      recurring: { interval: 'year' },
    } as const;
    const session = await createSession(stripe, { line_items: [{ price_data, quantity: 1 }] });
    const paid = await emulator.pay(session.id, { card: 'visa' });
    expect(await stripe.subscriptions.retrieve(String(paid.session.subscription))).toMatchObject({
      currency: 'eur',
      items: { data: [{ price: { product, unit_amount: 900, recurring: { interval: 'year' } } }] },
    });
  });

  it.each([
    ['4', 4],
    ['5', 2],
    ['0', 2],
    ['1.5', 2],
    ['many', 2],
  ])('whose quantity is set to %s on the page gets %i', async (given, quantity) => {
    const item = { ...INLINE, adjustable_quantity: { enabled: true, minimum: 1, maximum: 4 } };
    const session = await createSession(stripe, { mode: 'payment', line_items: [item] });
    const { data } = await stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([{ adjustable_quantity: { enabled: true, minimum: 1, maximum: 4 } }]);
    await postForm(`${session.url}/quantity`, { item: String(data[0]?.id), quantity: given });
    const { session: paid } = await emulator.pay(session.id, { card: 'visa' });
    expect(paid.amount_total).toBe(1000 * quantity);
  });

  it.each([
    ['open', false],
    ['complete', true],
    ['expired', true],
  ])(
    'cannot be changed on the page of a session that is %s, which allows it: %s',
    async (status, enabled) => {
      const item = { ...INLINE, ...(enabled && { adjustable_quantity: { enabled } }) };
      const { id, url } = await createSession(stripe, { mode: 'payment', line_items: [item] });
      const { data: items } = await stripe.checkout.sessions.listLineItems(id);
      if (status === 'complete') await emulator.pay(id, { card: 'visa' });
      if (status === 'expired') await stripe.checkout.sessions.expire(id);
      await postForm(`${url}/quantity`, { item: String(items[0]?.id), quantity: '4' });
      const session = await stripe.checkout.sessions.retrieve(id);
      expect(session).toMatchObject({ status, amount_total: 2000 });
      expect((await stripe.checkout.sessions.listLineItems(id)).data).toEqual(items);
    },
  );
});

describe('a checkout with settings of its own', () => {
  it('shows its branding, its configuration of payment methods, and takes none that it excludes', async () => {
    const session = await createSession(stripe, {
      ...{ mode: 'payment', line_items: [INLINE], payment_method_configuration: 'pmc_1' },
      branding_settings: { background_color: '#112233', button_color: '', display_name: 'Desk & Co.' },
      excluded_payment_method_types: ['us_bank_account'],
    });
    expect(session).toMatchObject({
      branding_settings: { background_color: '#112233', button_color: '#0074d4', display_name: 'Desk & Co.' },
      excluded_payment_method_types: ['us_bank_account'],
      payment_method_configuration_details: { id: 'pmc_1', parent: null },
    });
    expect(await (await fetch(session.url ?? '')).text()).toContain('Desk &amp; Co.');
    await expect(emulator.pay(session.id, { card: 'bank_debit' })).rejects.toThrow(/us_bank_account/);
  });
});

describe('a checkout in an earlier API version', () => {
  it('always creates a customer before 2022-08-01', async () => {
    const former = createFormerClient(emulator, 11, '2020-08-27');
    const session = await former.checkout.sessions.create({
      mode: 'payment',
      line_items: [INLINE],
      success_url: SUCCESS_URL,
      cancel_url: SUCCESS_URL,
    });
    expect(session.customer_creation).toBe('always');
  });
});
