import { describe, expect, it } from 'vitest';
import { CANCEL_URL, createSession, findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

describe('a checkout session', () => {
  it('is open and unpaid after its creation', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await createSession(stripe, {
      customer,
      client_reference_id: 'u1',
      metadata: { uid: 'u1' },
      subscription_data: { metadata: { uid: 'u1' } },
    });
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      customer,
      client_reference_id: 'u1',
      metadata: { uid: 'u1' },
      amount_total: 100_000,
      currency: 'usd',
      subscription: null,
      invoice: null,
      success_url: SUCCESS_URL,
      cancel_url: CANCEL_URL,
      url: `${emulator.url}/emulated/stripe/c/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.expires_at - session.created).toBe(DAY);
    expect(session).not.toHaveProperty('line_items');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('is complete and paid after a payment, with everything it bought', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const { id } = await createSession(stripe, { customer, subscription_data: { metadata: { uid: 'u1' } } });
    expect(await emulator.pay(id, { card: 'visa', name: 'Ada' })).toMatchObject({ result: 'complete' });
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription', 'customer', 'invoice.payments.data.payment', 'line_items.data.price.product'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: { id: customer, email: 'ada@example.com' },
      customer_details: { email: 'ada@example.com', name: 'Ada' },
      subscription: { object: 'subscription', status: 'active', customer, metadata: { uid: 'u1' } },
      invoice: {
        object: 'invoice',
        status: 'paid',
        amount_paid: 100_000,
        billing_reason: 'subscription_create',
        payments: { data: [{ amount_paid: 100_000, status: 'paid' }] },
      },
      line_items: {
        data: [{ quantity: 1, amount_total: 100_000, price: { product: { name: 'Popular plan' } } }],
      },
    });
  });

  it('tells how it was paid: with a card that it saves, and before there was an invoice to attempt', async () => {
    const { id } = await createSession(stripe, { allowed_payment_method_types: ['card'] });
    await emulator.pay(id, { card: 'visa' });
    const { invoice, subscription } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription', 'invoice.payments'],
    });
    const card = { request_three_d_secure: 'automatic' };
    expect(subscription).toMatchObject({
      payment_settings: {
        payment_method_options: { card: { ...card, network: null }, sepa_debit: null },
        payment_method_types: ['card'],
        save_default_payment_method: 'off',
      },
    });
    expect(invoice).toMatchObject({
      attempt_count: 0,
      attempted: true,
      payment_settings: {
        payment_method_options: { card, sepa_debit: null },
        payment_method_types: ['card'],
      },
    });
    const intents = (types: string[]) => stripe.events.list({ types });
    const [created] = (await intents(['payment_intent.created'])).data;
    const [succeeded] = (await intents(['payment_intent.succeeded'])).data;
    expect(created?.data.object).not.toHaveProperty('payment_details');
    expect(created?.data.object).not.toHaveProperty('payment_method_options.card.setup_future_usage');
    expect(succeeded?.data.object).toMatchObject({
      payment_details: { customer_reference: null, order_reference: id },
      payment_method_options: { card: { ...card, setup_future_usage: 'off_session' } },
    });
  });

  it('creates a customer for a visitor who has none', async () => {
    const { id, customer_email } = await createSession(stripe, { customer_email: 'eve@example.com' });
    expect(customer_email).toBe('eve@example.com');
    await emulator.pay(id, { card: 'mastercard' });
    const { customer } = await stripe.checkout.sessions.retrieve(id, { expand: ['customer'] });
    expect(customer).toMatchObject({ object: 'customer', email: 'eve@example.com' });
  });

  it.each([
    ['declined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['insufficient_funds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['expired_card', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['incorrect_cvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ])(
    'stays open if the card is %s, and can be paid with another',
    async (card, code, declineCode, message) => {
      const { id } = await createSession(stripe);
      const declined = await emulator.pay(id, { card });
      expect(declined).toMatchObject({ result: 'declined', failure: { code, declineCode, message } });
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'open',
        subscription: null,
      });
      expect(await emulator.pay(id, { card: 'visa' })).toMatchObject({ result: 'complete' });
    },
  );

  it('waits for authentication, which can fail and then succeed', async () => {
    const { id } = await createSession(stripe);
    const card = '4000002500003155';
    expect(await emulator.pay(id, { card })).toMatchObject({ result: 'authentication_required' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
    const failed = await emulator.pay(id, { card, authentication: 'fail' });
    expect(failed).toMatchObject({
      result: 'declined',
      failure: { code: 'payment_intent_authentication_failure' },
    });
    expect(await emulator.pay(id, { card, authentication: 'complete' })).toMatchObject({
      result: 'complete',
    });
  });

  it('is paid only once', async () => {
    const { id } = await createSession(stripe);
    const first = await emulator.pay(id, { card: 'visa' });
    const second = await emulator.pay(id, { card: 'visa' });
    expect(second.session.subscription).toBe(first.session.subscription);
    expect((await stripe.subscriptions.list()).data).toHaveLength(1);
  });

  it('expires on request, after which it can neither be paid nor expired', async () => {
    const { id } = await createSession(stripe);
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ id, status: 'expired', url: null });
    await expectRejection(stripe.checkout.sessions.expire(id), { statusCode: 400 });
    expect(await emulator.pay(id, { card: 'visa' })).toMatchObject({ result: 'expired' });
    const { id: paid } = await createSession(stripe);
    await emulator.pay(paid, { card: 'visa' });
    expect((await readRejection(stripe.checkout.sessions.expire(paid))).message).toMatch(
      /status of complete/,
    );
  });

  it('expires when its time is over', async () => {
    const { id, created } = await createSession(stripe);
    const expiry = (expires_at: number) => createSession(stripe, { expires_at });
    await expect(expiry(1)).rejects.toThrow('must be at least 30 minutes from Checkout Session creation.');
    await expect(expiry(9e9)).rejects.toThrow('must be less than 24 hours from Checkout Session creation.');
    const short = await expiry(created + 1900);
    await emulator.advanceTime({ seconds: 2000 });
    expect(await stripe.checkout.sessions.retrieve(short.id)).toMatchObject({ status: 'expired' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
    await emulator.advanceTime({ days: 1 });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
    expect(await emulator.pay(id, { card: 'visa' })).toMatchObject({ result: 'expired' });
  });

  it('is listed by customer and status, and its line items separately', async () => {
    const { id: customer } = await stripe.customers.create();
    const first = await createSession(stripe, { customer });
    const second = await createSession(stripe, { customer });
    await createSession(stripe);
    await stripe.checkout.sessions.expire(first.id);
    const open = await stripe.checkout.sessions.list({ customer, status: 'open' });
    expect(open.data.map(({ id }) => id)).toEqual([second.id]);
    expect((await stripe.checkout.sessions.list({ customer })).data).toHaveLength(2);
    const items = await stripe.checkout.sessions.listLineItems(second.id);
    expect(items.data).toMatchObject([{ object: 'item', quantity: 1, amount_total: 100_000 }]);
  });

  it('updates its metadata', async () => {
    const { id } = await createSession(stripe, { metadata: { a: '1' } });
    expect((await stripe.checkout.sessions.update(id, { metadata: { b: '2' } })).metadata).toEqual({
      a: '1',
      b: '2',
    });
  });

  describe('parameters that Stripe rejects and its API description allows', () => {
    it.each([
      ['an unknown price', { line_items: [{ price: 'price_none', quantity: 1 }] }, 'line_items[0][price]'],
      ['a negative quantity', { quantity: -1 }, 'line_items[0][quantity]'],
      ['a quantity of zero', { quantity: 0 }, 'line_items[0][quantity]'],
      ['no line items', { line_items: undefined }, 'line_items'],
      ['a malformed success URL', { success_url: 'somewhere' }, 'success_url'],
      ['a malformed cancel URL', { cancel_url: '/cancel' }, 'cancel_url'],
      ['a JavaScript URL', { success_url: 'javascript:alert(1)' }, 'success_url'],
      ['an unknown customer', { customer: 'cus_none' }, 'customer'],
      ['an invalid email', { customer_email: 'nobody' }, 'customer_email'],
      ['no success URL', { success_url: undefined }, 'success_url'],
    ])('rejects %s', async (_case, { quantity, ...changes }: Record<string, unknown>, param) => {
      const items =
        quantity === undefined ? {} : { line_items: [{ price: await findPrice(stripe), quantity }] };
      await expectRejection(createSession(stripe, { ...changes, ...items } as never), {
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        param,
      });
      expect((await stripe.checkout.sessions.list()).data).toEqual([]);
    });

    // Sources: stripe/stripe-java issue 1584; stripe/stripe-php issue 1285 (no code); errors that many programs quote.
    it('rejects a missing quantity, price, product or amount, and a negative amount', async () => {
      const open = (item: object) => createSession(stripe, { mode: 'payment', line_items: [item] });
      const data = { currency: 'usd', product_data: { name: 'Chair' } };
      await expectRejection(open({ price_data: { ...data, unit_amount: 500 } }), {
        message: 'Quantity is required. Add `quantity` to `line_items[0]`',
      });
      await expectRejection(open({ quantity: 1 }), {
        message: 'You must provide one of `price` or `price_data` for each line item when using prices.',
      });
      await expectRejection(
        open({ price_data: { ...data, unit_amount: 500, product_data: undefined }, quantity: 1 }),
        { message: 'You must specify either `product` or `product_data` when creating a price.' },
      );
      await expectRejection(open({ price_data: data, quantity: 1 }), {
        message: 'Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.',
      });
      await expectRejection(open({ price_data: { ...data, unit_amount: -500 }, quantity: 1 }), {
        code: undefined,
        message: 'Invalid non-negative integer',
        param: 'line_items[0][price_data][unit_amount]',
      });
    });
  });
});

describe('the custom text of a checkout session', () => {
  const session = { mode: 'setup', currency: 'usd', success_url: 'https://example.com/done' } as const;

  it('is on the page before and after the form', async () => {
    const { id, url, custom_text } = await stripe.checkout.sessions.create({
      ...session,
      locale: 'pt-BR',
      custom_text: {
        submit: { message: 'We call you <soon>.' },
        after_submit: { message: 'Thank you.' },
        shipping_address: '',
      },
    });
    expect(custom_text).toMatchObject({ submit: { message: 'We call you <soon>.' }, shipping_address: null });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ locale: 'pt-BR' });
    const page = await (await fetch(`${emulator.url}${new URL(String(url)).pathname}`)).text();
    const [before, form, after] = ['We call you &lt;soon&gt;.', '<form', 'Thank you.'].map((text) =>
      page.indexOf(text),
    );
    expect([before, form, after].toSorted((a, b) => Number(a) - Number(b))).toEqual([before, form, after]);
    expect(before).toBeGreaterThan(0);
  });
});
