import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

describe('a payment method that redirects', () => {
  const pay = (type: string, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      ...{ amount: 2500, currency: 'eur', allowed_payment_method_types: [type], confirm: true },
      ...{ payment_method_data: { type } as never, return_url: 'https://shop.example/back' },
      ...params,
    });

  /** Posts a form. Returns where the answer leads. */
  async function post(url: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields);
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return headers.get('location') ?? '';
  }

  it('pays once it is authorized, and is refunded', async () => {
    const { id, next_action, status } = await pay('ideal');
    expect(status).toBe('requires_action');
    const url = next_action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(url)).text()).toContain('Authorize test payment');
    expect(await post(url, { result: 'complete' })).toContain('redirect_status=succeeded');
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

  it('is Link too, in any currency, for whoever has an e-mail address', async () => {
    const billing_details = { email: 'noa@example.com' };
    const given = { payment_method_data: { type: 'link', billing_details } as never };
    const { id, next_action } = await pay('link', { currency: 'isk', amount: 250_000, ...given });
    await post(next_action?.redirect_to_url?.url ?? '', { result: 'complete' });
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })).toMatchObject({
      ...{ status: 'succeeded', payment_method: { type: 'link', link: billing_details } },
    });
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.destination_details).toMatchObject({ type: 'card' });
  });

  it('fails on its page', async () => {
    const { id, next_action } = await pay('alipay', { currency: 'usd' });
    const url = next_action?.alipay_handle_redirect?.url ?? '';
    expect(await post(url, { result: 'fail' })).toContain('redirect_status=failed');
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

  it('is offered and paid by at checkout, where named', async () => {
    const { id, url } = await createSession(stripe, {
      ...{ mode: 'payment', line_items: [lineItem(1500, 'Desk', 1, 'eur')] },
      allowed_payment_method_types: ['card', 'ideal', 'twint'],
    });
    const page = await (await fetch(url ?? '')).text();
    expect(page).toContain('Pay with iDEAL');
    expect(page).not.toContain('TWINT');
    const asked = await post(url ?? '', { method: 'ideal', email: 'noa@example.com' });
    const bank = new URL(asked, url ?? '');
    expect(bank.pathname).toMatch(/\/authenticate$/);
    expect(await post(bank.href, { result: 'fail' })).not.toContain('success');
    const again = await (await fetch(url ?? '')).text();
    expect(again).toContain('value="noa@example.com"');
    expect(again).toMatch(/id="method-error" role="alert">We are unable to authenticate/);
    expect(await emulator.pay(id, { card: 'ideal', authentication: 'complete' })).toMatchObject({
      ...{ result: 'complete', session: { payment_status: 'paid' } },
    });
  });
});
