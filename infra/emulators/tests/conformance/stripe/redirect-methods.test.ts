import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

describe('a payment method that redirects', () => {
  const pay = (type: string, params: object = {}) =>
    stripe.paymentIntents.create({
      ...{ amount: 2500, currency: 'eur', allowed_payment_method_types: [type], confirm: true },
      ...{ payment_method_data: { type } as never, return_url: 'https://shop.example/back' },
      ...params,
    } as Stripe.PaymentIntentCreateParams);

  /** Posts a form. Returns where the answer leads. */
  async function post(url: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields);
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return headers.get('location') ?? '';
  }

  type Waiting = Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'next_action'>;
  const authorize = ({ next_action }: Waiting, result = 'complete') =>
    post(next_action?.redirect_to_url?.url ?? '', { result });

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
    const waiting = await pay('link', { currency: 'isk', amount: 250_000, ...given });
    await authorize(waiting);
    const { id } = waiting;
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

  it.each<[string, object, string | undefined, number]>([
    ['ideal', { currency: 'usd' }, 'currency', 400],
    ['ideal', { return_url: undefined }, 'return_url', 400],
    ['ideal', { off_session: true }, 'off_session', 400],
    ['ideal', { capture_method: 'manual' }, 'capture_method', 400],
    ['ideal', { allowed_payment_method_types: undefined, ...never }, 'payment_method', 400],
    ['eps', {}, 'payment_method_data[billing_details][name]', 400],
    ['grabpay', { currency: 'sgd', setup_future_usage: 'off_session' }, 'setup_future_usage', 400],
    ['twint', { currency: 'chf', setup_future_usage: 'off_session' }, undefined, 400],
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

  const agreed: Stripe.SetupIntentCreateParams.MandateData = {
    customer_acceptance: { online: { ip_address: '::1', user_agent: 'test' }, type: 'online' },
  };
  const later = { off_session: true, return_url: undefined, payment_method_data: undefined } as const;

  it('is saved as the bank account behind it, which is debited later', async () => {
    const { id: customer } = await stripe.customers.create();
    const saving = { mandate_data: agreed, setup_future_usage: 'off_session' } as const;
    const waiting = await pay('ideal', { customer, ...saving });
    await authorize(waiting);
    const details = 'latest_charge.payment_method_details.ideal.generated_sepa_debit';
    const expand = [details, `${details}_mandate`];
    const paid = await stripe.paymentIntents.retrieve(waiting.id, { expand });
    const { id: charge, payment_method_details } = paid.latest_charge as Stripe.Charge;
    const generated_from = { charge, setup_attempt: null };
    expect(payment_method_details?.ideal).toMatchObject({
      generated_sepa_debit: { customer, sepa_debit: { country: 'NL', generated_from } },
      ...{ generated_sepa_debit_mandate: { status: 'active', type: 'multi_use' }, iban_last4: '5264' },
    });
    const { data } = await stripe.paymentMethods.list({ customer });
    expect(data).toMatchObject([{ type: 'sepa_debit' }]);
    const debited = await pay('sepa_debit', { customer, ...later, payment_method: String(data[0]?.id) });
    expect(debited.status).toBe('processing');
    const again = pay('ideal', { ...later, payment_method: String(paid.payment_method) });
    await expectRejection(again, { message: expect.stringContaining('It may not be used again.') });
  });

  const setUp = (type: string, params: object = {}) =>
    stripe.setupIntents.create({
      ...{ allowed_payment_method_types: [type], confirm: true, mandate_data: agreed },
      ...{ payment_method_data: { type, billing_details: { name: 'Noa' } } as never },
      ...{ return_url: 'https://shop.example/back', ...params },
    } as Stripe.SetupIntentCreateParams);

  it('is set up on its page, or not, and then pays without one if it is a wallet', async () => {
    const { id: customer } = await stripe.customers.create();
    const waiting = await setUp('bancontact', { customer });
    expect(await authorize(waiting)).toContain('redirect_status=succeeded');
    const expand = ['latest_attempt.payment_method_details.bancontact.generated_sepa_debit'];
    const done = await stripe.setupIntents.retrieve(waiting.id, { expand });
    const attempt = done.latest_attempt as Stripe.SetupAttempt;
    const generated_from = { charge: null, setup_attempt: attempt.id };
    expect(attempt.payment_method_details.bancontact).toMatchObject({
      ...{ iban_last4: '7061', generated_sepa_debit: { customer, sepa_debit: { generated_from } } },
    });
    const wallet = await setUp('paypal', { customer });
    expect(await authorize(wallet, 'fail')).toContain('redirect_status=failed');
    const { last_setup_error: error } = await stripe.setupIntents.retrieve(wallet.id);
    expect(error?.code).toBe('setup_intent_authentication_failure');
    const payment_method = String((await setUp('paypal', { customer })).payment_method);
    const early = pay('paypal', { customer, ...later, payment_method });
    await expectRejection(early, { param: 'off_session' });
    await authorize(await setUp('paypal', { customer, payment_method, payment_method_data: undefined }));
    expect(await pay('paypal', { customer, ...later, payment_method })).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each([
    ['eps', {}, { param: 'payment_method' }],
    ['paypal', { return_url: undefined }, { param: 'return_url' }],
    ['paypal', { mandate_data: undefined }, { message: expect.stringContaining('requires a mandate') }],
  ])('%s is not set up with %o', async (type, params, error) => {
    await expectRejection(setUp(type, params), error);
  });

  it('needs no mandate of the app if Stripe’s script confirms, which asks for one', async () => {
    const { client_secret } = await stripe.setupIntents.create({ allowed_payment_method_types: ['ideal'] });
    const path = `/emulated/stripe/elements/intents/${client_secret}/confirm`;
    const fields = { key: 'pk_test_emulated', return_url: 'https://shop.example/back' };
    const body = new URLSearchParams({ ...fields, 'payment_method_data[type]': 'ideal' });
    const answer = await fetch(`${emulator.url}${path}`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ status: 'requires_action' });
  });

  it('has options of its own', async () => {
    const billing_details = { address: { country: 'DE' }, email: 'noa@example.com' };
    const shown = { capture_method: 'manual', preferred_locale: 'de-DE' } as const;
    const waiting = await pay('klarna', {
      ...{ payment_method_data: { type: 'klarna', billing_details } as never },
      payment_method_options: { klarna: { ...shown, on_demand: { minimum_amount: 100 } } },
    });
    expect(waiting.payment_method_options).toEqual({ klarna: shown });
    await authorize(waiting);
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_capture');
  });

  const product = { currency: 'eur', unit_amount: 900, product_data: { name: 'Desk' } };
  const price_data = { ...product, recurring: { interval: 'month' as const } };
  const expand = ['default_payment_method'];

  it.each([{}, { trial_period_days: 7 }])('pays for a subscription: %o', async (subscription_data) => {
    const { id } = await createSession(stripe, {
      ...{ mode: 'subscription', line_items: [{ price_data, quantity: 1 }], subscription_data },
      allowed_payment_method_types: ['ideal'],
    });
    const { session } = await emulator.pay(id, { card: 'ideal', authentication: 'complete' });
    const started = await stripe.subscriptions.retrieve(String(session.subscription), { expand });
    const debit = { type: 'sepa_debit', customer: session.customer };
    expect([started.default_payment_method, session]).toMatchObject([debit, { setup_intent: null }]);
    const { url } = await stripe.billingPortal.sessions.create({ customer: String(session.customer) });
    expect(await (await fetch(url)).text()).toContain('Bank account ending in 5264');
    await emulator.advanceTime({ days: 32 });
    expect(await stripe.subscriptions.retrieve(started.id)).toMatchObject({ status: 'active' });
  });

  it('pays the first invoice of a subscription, which is debited from then on', async () => {
    const price = await monthlyPrice(stripe, 900, { currency: 'eur' });
    const { id, latest_invoice } = await stripe.subscriptions.create({
      ...{ customer: (await stripe.customers.create()).id, items: [{ price }] },
      ...{ payment_behavior: 'default_incomplete', expand: ['latest_invoice.payments'] },
      payment_settings: {
        ...{ payment_method_types: ['ideal'], save_default_payment_method: 'on_subscription' },
      },
    });
    const [payment] = (latest_invoice as Stripe.Invoice).payments?.data ?? [];
    const confirmation = { mandate_data: agreed, return_url: 'https://shop.example/back' };
    const waiting = await stripe.paymentIntents.confirm(String(payment?.payment.payment_intent), {
      ...{ ...confirmation, payment_method_data: { type: 'ideal' } },
    });
    await authorize(waiting);
    expect(await stripe.subscriptions.retrieve(id, { expand })).toMatchObject({
      ...{ status: 'active', default_payment_method: { type: 'sepa_debit' } },
    });
  });

  it('is set up at checkout', async () => {
    const { id, url } = await createSession(stripe, {
      ...{ mode: 'setup', allowed_payment_method_types: ['paypal', 'eps'] },
      customer: (await stripe.customers.create()).id,
    });
    const page = await (await fetch(url ?? '')).text();
    expect([page.includes('Save PayPal'), page.includes('EPS')]).toEqual([true, false]);
    const asked = new URL(await post(url ?? '', { method: 'paypal', email: 'a@example.com' }), url ?? '');
    expect(await (await fetch(asked)).text()).toContain('Save PayPal');
    await post(asked.href, { result: 'fail' });
    expect(await (await fetch(url ?? '')).text()).toContain('because authentication failed');
    const { session } = await emulator.pay(id, { card: 'paypal', authentication: 'complete' });
    const setup = String(session.setup_intent);
    expect(await stripe.setupIntents.retrieve(setup, { expand: ['payment_method'] })).toMatchObject({
      ...{ status: 'succeeded', payment_method: { customer: session.customer } },
    });
  });
});
