import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('a payment method that redirects', () => {
  const pay = (type: string, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      ...{ amount: 2500, currency: 'eur', allowed_payment_method_types: [type], confirm: true },
      ...{ payment_method_data: { type } as never, return_url: 'https://shop.example/back' },
      ...params,
    });

  /** Answers the page of the payment method. Returns what it says when it leads back. */
  async function answer(url = '', result: string) {
    expect(await (await fetch(url)).text()).toContain('Authorize test payment');
    const body = new URLSearchParams({ result });
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return URL.parse(headers.get('location') ?? '')?.searchParams.get('redirect_status');
  }

  it('pays once it is authorized, and is refunded', async () => {
    const { id, next_action, status } = await pay('ideal');
    expect(status).toBe('requires_action');
    expect(await answer(next_action?.redirect_to_url?.url ?? '', 'complete')).toBe('succeeded');
    const expand = ['latest_charge', 'payment_method'];
    expect(await stripe.paymentIntents.retrieve(id, { expand })).toMatchObject({
      ...{ status: 'succeeded', payment_method_options: { ideal: {} } },
      payment_method: { type: 'ideal', ideal: { bank: null, bic: null }, customer: null },
      latest_charge: {
        ...{ id: expect.stringMatching(/^py_/), outcome: { risk_level: 'not_assessed' } },
        payment_method_details: { type: 'ideal', ideal: { iban_last4: null } },
      },
    });
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ['balance_transaction'] });
    expect(refund).toMatchObject({
      destination_details: { type: 'eu_bank_transfer', eu_bank_transfer: {} },
      balance_transaction: { type: 'payment_refund', amount: -2500 },
    });
  });

  it('fails on its page', async () => {
    const { id, next_action } = await pay('alipay', { currency: 'usd' });
    expect(await answer(next_action?.alipay_handle_redirect?.url ?? '', 'fail')).toBe('failed');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      ...{ status: 'requires_payment_method', latest_charge: null },
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const;

  it.each<[string, object, string, number]>([
    ['ideal', { currency: 'usd' }, 'currency', 400],
    ['ideal', { return_url: undefined }, 'return_url', 400],
    ['ideal', { off_session: true }, 'off_session', 400],
    ['ideal', { capture_method: 'manual' }, 'capture_method', 400],
    ['ideal', { allowed_payment_method_types: undefined, ...never }, 'payment_method', 400],
    ['eps', {}, 'payment_method_data[billing_details][name]', 400],
    ['twint', { currency: 'chf', setup_future_usage: 'off_session' }, 'setup_future_usage', 501],
  ])('%s is rejected with %o', async (type, params, param, statusCode) => {
    await expectRejection(pay(type, params), { statusCode, param });
  });
});
