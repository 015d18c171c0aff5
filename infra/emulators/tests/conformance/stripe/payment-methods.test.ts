import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

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
    const payment = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer,
      payment_method: method.id,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: ['latest_charge'],
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

  it('is never created from a card number, which the error does not repeat; nor is a token', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    const { paymentMethods, tokens } = stripe;
    const expiry = { exp_month: '12', exp_year: '2040' };
    const calls = [
      () => paymentMethods.create({ type: 'card', card }),
      () => tokens.create({ card: { ...card, ...expiry } }),
    ];
    for (const call of calls) {
      const rejection = await readRejection(call());
      expect(rejection).toMatchObject({ statusCode: 402, rawType: 'invalid_request_error' });
      expect(rejection.message).toMatch(
        /^Sending credit card numbers directly to the Stripe API is generally/,
      );
      expect(rejection.message).not.toContain('4242');
    }
  });

  it.each([
    ['without a card', { type: 'card' }, { statusCode: 400, param: 'card' }],
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
