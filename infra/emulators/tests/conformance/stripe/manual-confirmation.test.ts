import { describe, expect, it } from 'vitest';
import { authenticate } from '../../support/stripe/card-form.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld({ publicUrl: 'http://localhost:8080' });
const { stripe, emulator } = world;
const RETURN_URL = 'https://shop.example/back';
const MANUAL = { amount: 1250, currency: 'usd', confirmation_method: 'manual' } as const;
const ASKING = {
  ...{ confirm: true, payment_method: 'pm_card_authenticationRequired', return_url: RETURN_URL },
  ...MANUAL,
};

/** Answers the bank's question of a payment; returns where the cardholder is sent. */
async function answerBank(id: string, result: string): Promise<URL> {
  const response = await authenticate(world, await stripe.paymentIntents.retrieve(id), result);
  return new URL(String(response.headers.get('location')));
}

// Source: `confirmation_method` in docs.stripe.com/api/payment_intents/object.
describe('a payment that is confirmed manually', () => {
  it('is made at once with a card that needs no authentication', async () => {
    const paid = { ...MANUAL, confirm: true, payment_method: 'pm_card_visa', return_url: RETURN_URL };
    expect(await stripe.paymentIntents.create(paid)).toMatchObject({
      confirmation_method: 'manual',
      status: 'succeeded',
    });
  });

  it('waits for another confirmation after the authentication', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create(ASKING);
    const back = await answerBank(id, 'complete');
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    expect(await paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_confirmation',
      latest_charge: null,
      payment_method: expect.stringMatching(/^pm_/),
    });
    expect(await paymentIntents.confirm(id)).toMatchObject({ status: 'succeeded', amount_received: 1250 });
  });

  it('asks for authentication again with another card', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create(ASKING);
    await answerBank(id, 'complete');
    const other = { payment_method: 'pm_card_authenticationRequired', return_url: RETURN_URL };
    expect(await paymentIntents.confirm(id, other)).toMatchObject({ status: 'requires_action' });
  });

  it('needs another card after a failed authentication', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create(ASKING);
    const back = await answerBank(id, 'fail');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    expect(await paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' });
  });

  // Source: stripe-php issue 1109.
  it('does not choose its methods automatically, and neither does one that spells out the default', async () => {
    for (const confirmation_method of ['automatic', 'manual'] as const) {
      const created = stripe.paymentIntents.create({
        ...{
          amount: 900,
          currency: 'usd',
          confirmation_method,
          automatic_payment_methods: { enabled: true },
        },
      });
      await expectRejection(created, {
        ...{ statusCode: 400, param: 'automatic_payment_methods' },
        message: expect.stringMatching(/^You may only specify one of these parameters: /),
      });
    }
  });

  it('is not confirmed with the publishable key', async () => {
    const { id, client_secret } = await stripe.paymentIntents.create(MANUAL);
    const card = { card_number: '4242424242424242', expiry: '12/40', cvc: '123', postal_code: '94107' };
    const body = new URLSearchParams({ key: 'pk_test_emulated', ...card });
    const path = `/emulated/stripe/elements/intents/${client_secret}/confirm`;
    const response = await fetch(`${emulator.url}${path}`, { method: 'POST', body });
    const message = expect.stringContaining(`This PaymentIntent ${id} cannot be confirmed using`);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }]);
  });
});

// The parameters of card errors: docs.stripe.com/error-codes.
describe('a payment method that was used up', () => {
  it('is one that was declined, too', async () => {
    const { paymentIntents, paymentMethods } = stripe;
    const { id: payment_method } = await paymentMethods.create({
      ...{ type: 'card', card: { token: 'tok_chargeDeclinedExpiredCard' } },
    });
    const payment = { amount: 900, currency: 'usd', payment_method };
    const { id } = await paymentIntents.create(payment);
    const field = { code: 'expired_card', param: 'exp_month' };
    const doc_url = expect.stringMatching(/error-codes\/expired-card$/);
    await expectRejection(paymentIntents.confirm(id, { return_url: RETURN_URL }), {
      ...field,
      payment_intent: { last_payment_error: { ...field, doc_url, payment_method: { id: payment_method } } },
    });
    await expectRejection(paymentIntents.create(payment), {
      ...{ statusCode: 400, message: expect.stringContaining('previously used') },
    });
  });
});
