import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { emulator, stripe } = createWorld();

describe('a payment method', () => {
  it('is created from a token, saved and used for a payment', async () => {
    const { id: customer } = await stripe.customers.create();
    const address = { city: 'London', country: 'GB', postal_code: 'W1' };
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_mastercard' },
      billing_details: { name: 'Ada', phone: '123', address },
      metadata: { from: 'import' },
    });
    expect(method).toMatchObject({
      allow_redisplay: 'unspecified',
      billing_details: { name: 'Ada', email: null, phone: '123', address: { ...address, line1: null } },
      card: { brand: 'mastercard', last4: '4444' },
      customer: null,
      metadata: { from: 'import' },
    });
    await stripe.paymentMethods.attach(method.id, { customer });
    const payment = await payByCard(stripe, 500, {
      ...{ customer, payment_method: method.id, expand: ['latest_charge'] },
    });
    expect(payment).toMatchObject({
      status: 'succeeded',
      latest_charge: { billing_details: { address: { city: 'London', country: 'GB' } } },
    });
  });

  it('can be updated once saved to a customer, with an event', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    await expectRejection(stripe.paymentMethods.update(id, { metadata: { a: '1' } }), {
      statusCode: 400,
      message: 'You must save this PaymentMethod to a customer before you can update it.',
    });
    await stripe.paymentMethods.attach(id, { customer });
    const changed = await stripe.paymentMethods.update(id, {
      allow_redisplay: 'always',
      billing_details: { email: 'ada@example.com' },
      card: { exp_month: 3, exp_year: 2040 },
    });
    expect(changed).toMatchObject({
      allow_redisplay: 'always',
      billing_details: { email: 'ada@example.com' },
      card: { exp_month: 3, exp_year: 2040 },
    });
    const [event] = (await stripe.events.list({ type: 'payment_method.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ allow_redisplay: 'unspecified' });
    const listed = (allow_redisplay: 'always' | 'limited') =>
      stripe.customers.listPaymentMethods(customer, { allow_redisplay });
    expect((await listed('always')).data).toHaveLength(1);
    expect((await listed('limited')).data).toEqual([]);
  });

  it('can be created from a card that is declined, but not saved', async () => {
    const { id: customer } = await stripe.customers.create();
    const declined = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_chargeDeclinedInsufficientFunds' },
    });
    await expectRejection(stripe.paymentMethods.attach(declined.id, { customer }), {
      type: 'StripeCardError',
      decline_code: 'insufficient_funds',
    });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  const RAW = { number: '4000 0000 0000 0002', exp_month: 12, exp_year: 2040, cvc: '123' };
  const creations: Readonly<Record<string, (number: string) => Promise<unknown>>> = {
    'a payment method': (number) => stripe.paymentMethods.create({ type: 'card', card: { ...RAW, number } }),
    'a token': (number) =>
      stripe.tokens.create({
        card: { ...RAW, number, currency: 'usd', exp_month: '12', exp_year: '2040', name: 'Ada' },
      }),
    'a payment': (number) =>
      stripe.paymentIntents.create({
        ...{ amount: 500, currency: 'usd' },
        ...({ payment_method_data: { type: 'card', card: { ...RAW, number } } } as object),
      }),
  };

  it('is created from the number of a test card, as are a token and a payment', async () => {
    const card = { brand: 'visa', last4: '0002', exp_month: 12, exp_year: 2040 };
    expect(await creations['a payment method']?.(RAW.number)).toMatchObject({ type: 'card', card });
    expect(await creations['a payment']?.(RAW.number)).toMatchObject({ status: 'requires_confirmation' });
    const token = (await creations['a token']?.('4242424242424242')) as Stripe.Token;
    expect(token).toMatchObject({
      ...{ client_ip: '127.0.0.1', type: 'card', used: false },
      card: { currency: 'usd', last4: '4242', name: 'Ada', networks: { preferred: null } },
    });
    expect(token.card).not.toHaveProperty('customer');
    const { sources } = await stripe.customers.create({ source: token.id, expand: ['sources'] });
    expect(sources?.data).toMatchObject([{ last4: '4242', name: 'Ada' }]);
  });

  it.each([
    ['4242424242424242', { ...RAW, exp_month: 13 }, 'invalid_expiry_month'],
    ['4242424242424242', { ...RAW, cvc: '1' }, 'invalid_cvc'],
    ['4242424242424241', RAW, 'incorrect_number'],
  ])('is not created from the number %s with %o', async (number, given, code) => {
    await expectRejection(stripe.paymentMethods.create({ type: 'card', card: { ...given, number } }), {
      code,
    });
  });

  it.each(Object.entries(creations))(
    '%s is never created from another number, which the error does not repeat; nor from any if that is not allowed',
    async (_what, create) => {
      const rejected = async (number: string) => {
        const rejection = await readRejection(create(number));
        expect(rejection).toMatchObject({ statusCode: 402, rawType: 'invalid_request_error' });
        expect(rejection.message).toMatch(
          /^Sending credit card numbers directly to the Stripe API is generally/,
        );
        expect(rejection.message).not.toContain(number.slice(0, 4));
      };
      await rejected('4539578763621486');
      await emulator.setSwitches({ rawCards: 'rejected' });
      onTestFinished(async () => void (await emulator.setSwitches({ rawCards: 'test_numbers' })));
      await rejected('4242424242424242');
    },
  );

  it.each([
    ['without a card', { type: 'card' }, { statusCode: 400, param: 'card' }],
    [
      'without a bank account',
      { type: 'us_bank_account' },
      {
        ...{ code: 'parameter_missing', param: 'us_bank_account' },
        message: 'Missing required param: us_bank_account.',
      },
    ],
    [
      'with an unknown token',
      { type: 'card', card: { token: 'tok_none' } },
      // Source: google-pay/flutter-plugin issue 85 (no code).
      { statusCode: 400, code: undefined, message: 'Invalid token id: tok_none', param: 'token' },
    ],
    ['with an unsupported type', { type: 'fpx', fpx: { bank: 'cimb' } }, { statusCode: 501 }],
  ] as const)('is rejected %s', async (_case, params, rejection) => {
    await expectRejection(stripe.paymentMethods.create(params), rejection);
  });
});

const SHOP = 'shop.example.com';

describe('a payment method domain', () => {
  it('is registered once, with every payment method active', async () => {
    const { paymentMethodDomains } = stripe;
    const domain = await paymentMethodDomains.create({ domain_name: SHOP });
    const active = { status: 'active' };
    expect(domain).toMatchObject({
      id: expect.stringMatching(/^pmd_/),
      object: 'payment_method_domain',
      apple_pay: active,
      domain_name: SHOP,
      enabled: true,
      google_pay: active,
      link: active,
      livemode: false,
    });
    expect(await paymentMethodDomains.create({ domain_name: SHOP })).toMatchObject({ id: domain.id });
    expect((await paymentMethodDomains.list()).data).toHaveLength(1);
  });

  it('can be disabled, validated and found by its name', async () => {
    const { paymentMethodDomains } = stripe;
    const { id } = await paymentMethodDomains.create({ domain_name: SHOP });
    await paymentMethodDomains.create({ domain_name: 'www.example.com' });
    expect(await paymentMethodDomains.update(id, { enabled: false })).toMatchObject({ enabled: false });
    expect(await paymentMethodDomains.validate(id)).toMatchObject({ apple_pay: { status: 'active' } });
    const named = await paymentMethodDomains.list({ domain_name: SHOP });
    expect(named.data).toMatchObject([{ id, enabled: false }]);
    const enabled = await paymentMethodDomains.list({ enabled: true });
    expect(enabled.data).toMatchObject([{ domain_name: 'www.example.com' }]);
    await expectRejection(paymentMethodDomains.retrieve('pmd_unknown'), { code: 'resource_missing' });
  });
});

describe('an Apple Pay domain', () => {
  it('is registered once and can be deleted', async () => {
    const { applePayDomains } = stripe;
    const domain = await applePayDomains.create({ domain_name: SHOP });
    expect(domain).toEqual({
      id: expect.stringMatching(/^apwc_/),
      object: 'apple_pay_domain',
      created: expect.any(Number),
      domain_name: SHOP,
      livemode: false,
    });
    expect(await applePayDomains.create({ domain_name: SHOP })).toEqual(domain);
    expect((await applePayDomains.list({ domain_name: SHOP })).data).toEqual([domain]);
    expect(await applePayDomains.del(domain.id)).toMatchObject({ deleted: true });
    expect((await applePayDomains.list()).data).toEqual([]);
  });
});

const PAYMENT = {
  amount: 500,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;

describe('the card of a payment', () => {
  it.each(['off_session', 'on_session'] as const)('is saved once it has paid, for %s', async (usage) => {
    const { id: customer } = await stripe.customers.create();
    const payment = await stripe.paymentIntents.create({ ...PAYMENT, customer, setup_future_usage: usage });
    expect(payment.setup_future_usage).toBe(usage);
    const saved = () => stripe.customers.listPaymentMethods(customer);
    expect((await saved()).data).toEqual([]);
    const { payment_method: id } = await stripe.paymentIntents.confirm(payment.id);
    expect((await saved()).data).toMatchObject([{ id, customer }]);
    const later = { ...PAYMENT, customer, payment_method: String(id), confirm: true, off_session: true };
    expect(await stripe.paymentIntents.create(later)).toMatchObject({ status: 'succeeded' });
  });

  it('is saved if the confirmation says so', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, customer });
    const paid = await stripe.paymentIntents.confirm(id, { setup_future_usage: 'off_session' });
    expect(paid).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
  });

  it('is not saved otherwise, nor after a decline', async () => {
    const { id: customer } = await stripe.customers.create();
    const once = await stripe.paymentIntents.create({ ...PAYMENT, customer, confirm: true });
    expect(once.setup_future_usage).toBeNull();
    const declined = { payment_method: 'pm_card_chargeDeclined', setup_future_usage: 'off_session' } as const;
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, customer, ...declined });
    await expect(stripe.paymentIntents.confirm(id)).rejects.toThrow('Your card was declined.');
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });
});
