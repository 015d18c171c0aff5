import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const OPTIONAL_CARD = 'pm_card_threeDSecureOptional';
const asking = (request: 'any' | 'automatic' | 'challenge') => ({
  payment_method_options: { card: { request_three_d_secure: request } },
});

const pay = (request: 'any' | 'automatic' | 'challenge', card = OPTIONAL_CARD) =>
  payByCard(stripe, 1200, { payment_method: card, ...asking(request) });

describe('a payment that asks for 3D Secure', () => {
  it('has a card that supports it authenticated, and charges any other at once', async () => {
    expect(await pay('any')).toMatchObject({ ...asking('any'), status: 'requires_action' });
    expect(await pay('challenge')).toMatchObject({ status: 'requires_action' });
    expect(await pay('automatic')).toMatchObject({ status: 'succeeded' });
    expect(await pay('any', 'pm_card_visa')).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['any', 'visa', { result: 'attempt_acknowledged', authentication_flow: null }],
    ['any', 'threeDSecureOptionalProcessingError', { result: 'processing_error' }],
    ['any', 'amex_threeDSecureNotSupported', null],
    ['automatic', 'visa', null],
    ['automatic', 'threeDSecureOptionalProcessingError', null],
  ] as const)('says what became of it on the charge: %s, %s', async (request, card, expected) => {
    const { latest_charge, status } = await pay(request, `pm_card_${card}`);
    const { payment_method_details } = await stripe.charges.retrieve(String(latest_charge));
    const { three_d_secure } = payment_method_details?.card ?? {};
    expect(status).toBe('succeeded');
    if (expected === null) expect(three_d_secure).toBeNull();
    else expect(three_d_secure).toMatchObject(expected);
  });

  it('is authenticated without a question, whether it asks or not: threeDSecureFrictionless', async () => {
    const { id } = await createSession(stripe);
    await emulator.pay(id, { card: 'threeDSecureFrictionless' });
    const [charge] = (await stripe.charges.list({ limit: 1 })).data;
    expect(charge?.payment_method_details?.card?.three_d_secure).toMatchObject({
      ...{ result: 'authenticated', authentication_flow: 'frictionless' },
    });
  });

  it('can say so when it is changed or confirmed', async () => {
    const { paymentIntents } = stripe;
    const made = await paymentIntents.create({ amount: 1200, currency: 'usd' });
    expect(made).toMatchObject(asking('automatic'));
    await paymentIntents.update(made.id, { payment_method: OPTIONAL_CARD, ...asking('any') });
    const return_url = 'https://site.test/back';
    expect((await paymentIntents.confirm(made.id, { return_url })).status).toBe('requires_action');
    const { id } = await paymentIntents.create({ amount: 1200, currency: 'usd' });
    const asked = { payment_method: OPTIONAL_CARD, return_url, ...asking('any') };
    expect((await paymentIntents.confirm(id, asked)).status).toBe('requires_action');
  });

  it('is a setup, a checkout or a first invoice too', async () => {
    const setup = await stripe.setupIntents.create({
      ...{ payment_method: OPTIONAL_CARD, confirm: true, return_url: 'https://site.test/back' },
      ...asking('any'),
    });
    expect(setup).toMatchObject({ ...asking('any'), status: 'requires_action' });
    const session = await createSession(stripe, asking('any'));
    expect(session).toMatchObject(asking('any'));
    expect(await emulator.pay(session.id, { card: '4000 0000 0000 3055' })).toMatchObject({
      result: 'authentication_required',
    });
    const subscription = await stripe.subscriptions.create({
      customer: await payer(world, OPTIONAL_CARD),
      items: [{ price: await findPrice(stripe) }],
      payment_settings: asking('any'),
    });
    expect(subscription).toMatchObject({ payment_settings: asking('any'), status: 'incomplete' });
  });

  it('is captured and saved as its card options say', async () => {
    const { paymentIntents, paymentMethods } = stripe;
    const { id: customer } = await stripe.customers.create();
    const { id, ...paid } = await payByCard(stripe, 1200, {
      customer,
      payment_method_options: { card: { capture_method: 'manual', setup_future_usage: 'off_session' } },
    });
    expect(paid).toMatchObject({
      capture_method: 'automatic_async',
      payment_method_options: { card: { capture_method: 'manual', setup_future_usage: 'off_session' } },
      status: 'requires_capture',
    });
    expect(await paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
    expect((await paymentMethods.list({ customer, type: 'card' })).data).toHaveLength(1);
    expect((await paymentMethods.list({ customer, type: 'sepa_debit' })).data).toEqual([]);
  });

  it('returns the terms of recurring payments, and the network', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const terms = {
      ...{ amount: 700, amount_type: 'fixed' as const, interval: 'month' as const, interval_count: 2 },
      ...{ reference: 'rent', start_date: 2_000_000_000 },
    };
    const shown = { card: { mandate_options: { ...terms, description: null, end_date: null } } };
    const card = { mandate_options: terms, network: 'visa' } as const;
    const payment = await paymentIntents.create({
      ...{ amount: 700, currency: 'usd', payment_method_options: { card } },
    });
    expect(payment.payment_method_options).toMatchObject({ card: { ...shown.card, network: 'visa' } });
    const setup = await setupIntents.create({
      payment_method_options: { card: { mandate_options: { ...terms, currency: 'usd' } } },
    });
    expect(setup.payment_method_options).toMatchObject(shown);
  });

  it('cannot have other options', async () => {
    const { paymentIntents } = stripe;
    const amount = { amount: 1200, currency: 'usd' };
    const moto = paymentIntents.create({ ...amount, payment_method_options: { card: { moto: true } } });
    await expectRejection(moto, { statusCode: 501, param: 'payment_method_options[card][moto]' });
  });
});

describe('the set of payment settings of a subscription', () => {
  it('keeps the types of payment methods', async () => {
    const subscription = await subscribedPayer(world, {
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    });
    expect(subscription.payment_settings).toEqual({
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'on_subscription',
    });
    const changed = await stripe.subscriptions.update(subscription.id, {
      payment_settings: { payment_method_types: '' },
    });
    const shown = { payment_method_types: null, save_default_payment_method: 'on_subscription' };
    expect(changed.payment_settings).toMatchObject(shown);
    const payment_method_options = { bancontact: { preferred_language: 'nl' } } as const;
    const settings = { payment_settings: { payment_method_options } };
    expect(await stripe.subscriptions.update(subscription.id, settings)).toMatchObject({
      payment_settings: { payment_method_options: { ...payment_method_options, card: null } },
    });
  });
});
