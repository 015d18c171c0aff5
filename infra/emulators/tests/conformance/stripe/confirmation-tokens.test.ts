import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const BACK = 'https://site.test/back';
const PAYMENT = { amount: 1800, currency: 'eur' };
const PARCEL = { name: 'Ada Byron', address: { line1: 'Rue du Lac 1', city: 'Bern', country: 'CH' } };

const newCard = (token: string) => ({
  payment_method_data: { type: 'card' as const, card: { token }, billing_details: { name: 'Ada Byron' } },
});

const newToken = (
  token = 'tok_visa',
  more: Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0] = {},
) => stripe.testHelpers.confirmationTokens.create({ ...newCard(token), return_url: BACK, ...more });

const retrieve = (id: string) => stripe.confirmationTokens.retrieve(id);

describe('a confirmation token', () => {
  it('previews the payment method and keeps what was collected', async () => {
    const more = { setup_future_usage: 'off_session', shipping: PARCEL } as const;
    const created = await newToken('tok_mastercard', more);
    expect(created).toMatchObject({
      id: expect.stringMatching(/^ctoken_/),
      object: 'confirmation_token',
      payment_intent: null,
      setup_intent: null,
      payment_method_preview: {
        type: 'card',
        billing_details: { name: 'Ada Byron' },
        card: { brand: 'mastercard', last4: '4444' },
        customer: null,
      },
      return_url: BACK,
      setup_future_usage: 'off_session',
      shipping: { ...PARCEL, phone: null },
      use_stripe_sdk: true,
    });
    expect(created.payment_method_preview).not.toHaveProperty('id');
    expect(created.expires_at).toBe(created.created + 12 * 3600);
    const { lastResponse: _, ...shown } = created;
    expect(await retrieve(created.id)).toEqual(shown);
  });

  it('previews a saved payment method with its customer', async () => {
    const { customers, paymentMethods } = stripe;
    const { id: customer } = await customers.create();
    const { id } = await paymentMethods.attach('pm_card_visa', { customer });
    const { payment_method_preview: preview } = await stripe.testHelpers.confirmationTokens.create({
      payment_method: id,
    });
    expect(preview).toMatchObject({ customer, card: { last4: '4242' } });
  });

  it.each([
    ['a card number', { payment_method_data: { type: 'card', card: { number: '4539578763621486' } } }, 402],
    ['two payment methods', { payment_method: 'pm_card_visa' }, 400],
    ['an unknown payment method', { payment_method: 'pm_none', payment_method_data: undefined }, 400],
    [
      'installments',
      { payment_method_options: { card: { installments: { plan: { type: 'fixed_count' } } } } },
      501,
    ],
  ])('is not created with %s', async (_what, more, statusCode) => {
    await expectRejection(newToken('tok_visa', more as object), { statusCode });
  });
});

describe('a payment with a confirmation token', () => {
  it('takes over what the token has, and the token names the payment', async () => {
    const { customers, paymentIntents } = stripe;
    const { id: customer } = await customers.create();
    const token = await newToken('tok_visa', { setup_future_usage: 'off_session', shipping: PARCEL });
    const confirmed = { confirm: true, confirmation_token: token.id };
    const automatic_payment_methods = { enabled: true };
    const paid = await paymentIntents.create({
      ...PAYMENT,
      customer,
      ...confirmed,
      automatic_payment_methods,
    });
    expect(paid).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session', shipping: PARCEL });
    expect(await customers.listPaymentMethods(customer)).toMatchObject({
      data: [{ id: paid.payment_method }],
    });
    expect(await retrieve(token.id)).toMatchObject({ payment_intent: paid.id, setup_intent: null });
    expect(await listEvents(world, paid.id)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
  });

  it('can be confirmed later, and values of the request take precedence', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create({ ...PAYMENT, payment_method: 'pm_card_amex' });
    const token = await newToken('tok_visa', { setup_future_usage: 'on_session', shipping: PARCEL });
    const parcel = { name: 'Bo', address: { line1: 'Quai 2' } };
    const paid = await paymentIntents.confirm(id, {
      confirmation_token: token.id,
      payment_method: 'pm_card_mastercard',
      shipping: parcel,
      expand: ['payment_method'],
    });
    expect(paid).toMatchObject({
      payment_method: { card: { brand: 'mastercard' } },
      setup_future_usage: 'on_session',
      shipping: { ...parcel, address: { line1: 'Quai 2', city: null } },
    });
    expect(await retrieve(token.id)).toMatchObject({ payment_intent: id });
  });

  it('debits a bank account with the mandate of the request', async () => {
    const { id: confirmation_token, ...token } = await newToken('', {
      payment_method_data: {
        type: 'sepa_debit',
        sepa_debit: { iban: 'AT611904300234573201' },
        billing_details: { name: 'Ada Byron', email: 'ada@site.test' },
      },
    });
    expect(token.payment_method_preview).toMatchObject({ type: 'sepa_debit', sepa_debit: { last4: '3201' } });
    const pay = { ...PAYMENT, confirm: true, confirmation_token } as const;
    await expectRejection(stripe.paymentIntents.create(pay), { statusCode: 400 });
    const mandate_data = { customer_acceptance: { type: 'offline' as const, offline: {} } };
    expect(await stripe.paymentIntents.create({ ...pay, mandate_data })).toMatchObject({
      status: 'processing',
    });
  });

  it('leaves authentication to Stripe’s script, despite the return URL', async () => {
    const { paymentIntents } = stripe;
    const { id: confirmation_token } = await newToken('tok_threeDSecureRequired');
    const waiting = await paymentIntents.create({ ...PAYMENT, confirm: true, confirmation_token });
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const again = await paymentIntents.confirm(waiting.id, {
      payment_method: 'pm_card_threeDSecureRequired',
      return_url: BACK,
    });
    expect(again.next_action?.type).toBe('redirect_to_url');
  });

  it('uses the token up, also if the card is declined', async () => {
    const { paymentIntents } = stripe;
    const token = await newToken('tok_chargeDeclined');
    const { id } = await paymentIntents.create(PAYMENT);
    const confirm = () => paymentIntents.confirm(id, { confirmation_token: token.id });
    await expectRejection(confirm(), { statusCode: 402, code: 'card_declined' });
    await expectRejection(confirm(), {
      statusCode: 400,
      param: 'confirmation_token',
      message: expect.stringContaining(id),
    });
    expect(await retrieve(token.id)).toMatchObject({ payment_intent: id });
  });

  it('is rejected without a confirmation, and then leaves the token unused', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const { id: confirmation_token } = await newToken();
    const rejected = { statusCode: 400, param: 'confirmation_token' };
    await expectRejection(paymentIntents.create({ ...PAYMENT, confirmation_token }), rejected);
    await expectRejection(setupIntents.create({ confirmation_token }), rejected);
    expect(await retrieve(confirmation_token)).toMatchObject({ payment_intent: null, setup_intent: null });
  });

  it('is rejected with an expired or unknown token', async () => {
    const { id } = await newToken();
    await emulator.advanceTime({ hours: 12 });
    const pay = (confirmation_token: string) =>
      stripe.paymentIntents.create({ ...PAYMENT, confirm: true, confirmation_token });
    await expectInvalid(pay(id), 'confirmation_token');
    await expectRejection(pay('ctoken_none'), { statusCode: 400, code: 'resource_missing' });
    expect(await stripe.paymentIntents.list()).toMatchObject({ data: [] });
  });
});

describe('a setup with a confirmation token', () => {
  it('saves the token’s payment method', async () => {
    const { customers, setupIntents } = stripe;
    const { id: customer } = await customers.create();
    const first = await newToken();
    const saved = await setupIntents.create({
      customer,
      confirm: true,
      confirmation_token: first.id,
      automatic_payment_methods: { enabled: true },
    });
    expect(saved.status).toBe('succeeded');
    expect(await retrieve(first.id)).toMatchObject({ setup_intent: saved.id, payment_intent: null });
    const { id } = await setupIntents.create({ customer });
    const second = await newToken('tok_threeDSecureRequired');
    expect(await setupIntents.confirm(id, { confirmation_token: second.id })).toMatchObject({
      next_action: { type: 'use_stripe_sdk' },
    });
    await expectInvalid(setupIntents.confirm(id, { confirmation_token: second.id }), 'confirmation_token');
  });
});

it('needs its own permission', async () => {
  await emulator.configure({ apiKeys: [{ key: 'rk_test_x', permissions: ['payment_intent_write'] }] });
  const client = createStripeClient(emulator, {}, 'rk_test_x');
  const error = await readRejection(client.testHelpers.confirmationTokens.create());
  expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError);
  expect(error.message).toContain('rak_confirmation_token_write');
});
