import { describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payerWithCard } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;
const PAYMENT = { amount: 900, currency: 'usd' };

describe('a parameter about the confirmation', () => {
  // Sources: "This parameter can only be used with confirm=true" of docs.stripe.com/api/payment_intents/create, and the
  // message with its code as public programs quote it for `return_url` and, of a SetupIntent, `mandate_data`.
  it.each([
    ['off_session', true],
    ['return_url', 'https://shop.example/'],
    ['error_on_requires_action', true],
  ])('is rejected without a confirmation of the payment: %s', async (param, value) => {
    const { paymentIntents } = stripe;
    await expectRejection(paymentIntents.create({ ...PAYMENT, [param]: value }), {
      ...{ statusCode: 400, code: 'payment_intent_invalid_parameter', param },
      message: `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    });
    const confirmed = { ...PAYMENT, [param]: value, confirm: true, payment_method: 'pm_card_visa' };
    expect(await paymentIntents.create(confirmed)).toMatchObject({ status: 'succeeded' });
  });

  it('is accepted without a confirmation if it is false', async () => {
    const { paymentIntents } = stripe;
    const given = { ...PAYMENT, off_session: false, error_on_requires_action: false };
    expect(await paymentIntents.create(given)).toMatchObject({ status: 'requires_payment_method' });
  });

  it('is rejected without a confirmation of the setup', async () => {
    const { setupIntents } = stripe;
    const given = { return_url: 'https://shop.example/' };
    await expectRejection(setupIntents.create(given), {
      ...{ statusCode: 400, code: 'setup_intent_invalid_parameter', param: 'return_url' },
      message: expect.stringContaining('when creating a SetupIntent unless `confirm` is set to true.'),
    });
    const confirmed = { ...given, confirm: true, payment_method: 'pm_card_visa' };
    expect(await setupIntents.create(confirmed)).toMatchObject({ status: 'succeeded' });
  });

  // Source: docs.stripe.com/error-codes#url-invalid; a URI scheme of an app is allowed (docs.stripe.com/api/payment_intents/confirm).
  it('is a URL if it is an address to return to', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const { id } = await paymentIntents.create(PAYMENT);
    const setup = await setupIntents.create();
    const given = { payment_method: 'pm_card_visa', return_url: 'back' };
    for (const attempt of [
      () => paymentIntents.confirm(id, given),
      () => paymentIntents.create({ ...PAYMENT, ...given, confirm: true }),
      () => setupIntents.confirm(setup.id, given),
    ]) {
      await expectRejection(attempt(), { ...{ statusCode: 400, code: 'url_invalid', param: 'return_url' } });
    }
    const toApp = { ...given, return_url: 'shop://back' };
    expect(await paymentIntents.confirm(id, toApp)).toMatchObject({ status: 'succeeded' });
  });

  // Source: “to handle the next actions” of docs.stripe.com/api/payment_intents/create.
  it('says whether a script handles the next action, whatever the address to return to', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const given = { payment_method: 'pm_card_authenticationRequired', return_url: 'https://shop.example/' };
    const { id } = await paymentIntents.create(PAYMENT);
    const setup = await setupIntents.create();
    const byScript = { ...given, use_stripe_sdk: true };
    for (const waiting of [
      await paymentIntents.create({ ...PAYMENT, ...byScript, confirm: true }),
      await paymentIntents.confirm(id, byScript),
      await setupIntents.create({ ...byScript, confirm: true }),
      await setupIntents.confirm(setup.id, byScript),
    ]) {
      expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    }
    expect(
      await paymentIntents.create({ ...PAYMENT, ...given, use_stripe_sdk: false, confirm: true }),
    ).toMatchObject({ next_action: { type: 'redirect_to_url' } });
    const later = paymentIntents.create({ ...PAYMENT, use_stripe_sdk: true });
    await expectRejection(later, { statusCode: 501, param: 'use_stripe_sdk' });
  });
});

describe('a payment in the payer’s absence', () => {
  // Source: “unless you set it up for future payments” of docs.stripe.com/testing#authentication-and-setup.
  it('needs authentication with a card that was never saved', async () => {
    const { paymentIntents } = stripe;
    const card = { payment_method: 'pm_card_authenticationRequiredOnSetup', confirm: true };
    const absent = { ...PAYMENT, ...card, off_session: true };
    await expectRejection(paymentIntents.create(absent), {
      ...{ statusCode: 402, code: 'authentication_required', decline_code: 'authentication_required' },
      payment_intent: { status: 'requires_payment_method' },
    });
    const known = { payment_method: 'pm_card_authenticationRequiredSetupForOffSession' };
    expect(await paymentIntents.create({ ...absent, ...known })).toMatchObject({ status: 'succeeded' });
  });

  // Source: tastyigniter/ti-ext-payregister pull request 38.
  it('sets up no later ones', async () => {
    const { paymentIntents } = stripe;
    const { customer, card } = await payerWithCard(world);
    const payment = { ...PAYMENT, customer, payment_method: card };
    const later = { setup_future_usage: 'off_session' } as const;
    const { id } = await paymentIntents.create({ ...payment, ...later });
    for (const attempt of [
      () => paymentIntents.confirm(id, { off_session: true }),
      () => paymentIntents.create({ ...payment, ...later, confirm: true, off_session: true }),
    ]) {
      await expectRejection(attempt(), {
        statusCode: 400,
        message: expect.stringMatching(
          /^You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set/,
        ),
      });
    }
    expect(await paymentIntents.confirm(id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('an amount above the maximum', () => {
  // Sources: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, docs.stripe.com/error-codes#amount-too-large,
  // and the message as public programs quote it.
  it.each([
    ['usd', 99_999_999, '$999,999.99'],
    ['jpy', 99_999_999, '¥99,999,999'],
    ['inr', 999_999_999, '₹9,999,999.99'],
  ])('is rejected in %s', async (currency, most, written) => {
    const { charges, paymentIntents } = stripe;
    const amount = most + 1;
    const { id } = await paymentIntents.create({ amount: most, currency });
    for (const attempt of [
      () => paymentIntents.create({ amount, currency }),
      () => paymentIntents.update(id, { amount }),
      () => charges.create({ amount, currency, source: 'tok_visa' }),
    ]) {
      await expectRejection(attempt(), {
        ...{ statusCode: 400, code: 'amount_too_large', param: 'amount' },
        message: `Amount must be no more than ${written}`,
      });
    }
  });

  // Source: the message as public programs quote it, in rupees.
  it('is rejected as the total of a checkout', async () => {
    const session = createSession(stripe, { mode: 'payment', line_items: [lineItem(50_000_000, 'A', 2)] });
    await expectRejection(session, {
      ...{ statusCode: 400, code: 'amount_too_large' },
      message: "The Checkout Session's total amount due must be no more than $999,999.99",
    });
  });
});
