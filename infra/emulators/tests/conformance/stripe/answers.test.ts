import { describe, expect, it } from 'vitest';
import { findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi, send } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('an answer', () => {
  it('is indented by two spaces, and so is an error', async () => {
    for (const path of ['customers', 'customers/cus_unknown']) {
      const response = await send(world, 'GET', `/v1/${path}`);
      expect(await response.text()).toMatch(/^\{\n {2}"\w+": /);
    }
  });
});

describe('an error', () => {
  it('links to its explanation and to the log of the request', async () => {
    const { body } = await rawApi(world).get('customers/cus_unknown');
    expect(body.error).toEqual({
      code: 'resource_missing',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      message: "No such customer: 'cus_unknown'",
      param: 'id',
      request_log_url: expect.stringMatching(
        /^https:\/\/dashboard\.stripe\.com\/test\/logs\/req_\w+\?t=\d+$/,
      ),
      type: 'invalid_request_error',
    });
  });

  it('has no log without a valid key', async () => {
    const response = await fetch(`${emulator.url}/v1/customers`, {
      headers: { authorization: 'Bearer sk_test_other' },
    });
    expect(await response.json()).toEqual({
      error: { message: expect.stringMatching(/^Invalid API Key/), type: 'invalid_request_error' },
    });
  });

  it("has the bank's advice and an empty parameter for a declined card", async () => {
    const { id } = await stripe.customers.create();
    await expectError(
      rawApi(world).post('payment_methods/pm_card_chargeDeclined/attach', { customer: id }),
      402,
      {
        advice_code: 'try_again_later',
        decline_code: 'generic_decline',
        network_decline_code: '01',
        param: '',
      },
    );
  });

  it('names the parameter of an unknown payment method to attach', async () => {
    const { id } = await stripe.customers.create();
    await expectError(rawApi(world).post('payment_methods/pm_unknown/attach', { customer: id }), 404, {
      param: 'payment_method',
    });
  });

  it('names both ways to choose what is refunded', async () => {
    await expectError(rawApi(world).post('refunds'), 400, {
      message: expect.stringMatching(/payment_intent or charge/),
    });
  });
});

describe('a price', () => {
  it('can still be named as a plan', async () => {
    const customer = await payer(world);
    const price = await findPrice(stripe);
    const other = await findPrice(stripe, 'business_monthly');
    const first = await rawApi(world, '2023-08-16').post('subscriptions', {
      ...{ customer, plan: price, quantity: 2 },
    });
    expect(first.body).toMatchObject({ plan: { id: price }, quantity: 2 });
    const api = rawApi(world, '2025-10-29.clover');
    const { body } = await api.post('subscriptions', { customer, items: [{ plan: price }] });
    const { data } = body.items as { data: { id: string }[] };
    const changed = await api.post(`subscriptions/${body.id}`, { items: [{ id: data[0]?.id, plan: other }] });
    expect(changed.body).toMatchObject({ plan: { id: other } });
  });
});

describe('what Stripe rejects before it runs a call', () => {
  const call = (path: string, headers: Record<string, string> = {}, body?: string) =>
    send(world, body === undefined ? 'GET' : 'POST', `/v1/${path}`, body, headers);
  const readError = async (response: Promise<Response>) => {
    const { status, ...rest } = await response.then(async (answer) => ({
      status: answer.status,
      ...((await answer.json()) as { error: object }),
    }));
    return [status, rest.error];
  };

  it('is a publishable key with the secret of another payment', async () => {
    const { paymentIntents } = stripe;
    const { id, client_secret } = await paymentIntents.create({ amount: 900, currency: 'usd' });
    const read = (secret: string | null) =>
      call(`payment_intents/${id}?client_secret=${secret}`, { authorization: 'Bearer pk_test_emulated' });
    const own = await read(client_secret);
    expect(own.status).toBe(200);
    const shown = (await own.json()) as object;
    expect(shown).toMatchObject({ amount: 900, client_secret, status: 'requires_payment_method' });
    // Source: docs.stripe.com/api/payment_intents/object (what is retrievable with a publishable key).
    for (const hidden of ['customer', 'metadata', 'latest_charge', 'transfer_data']) {
      expect(shown).not.toHaveProperty(hidden);
    }
    const response = await read(`${id}_secret_other`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'client_secret' } });
  });

  it('is a publishable key without the client secret of a payment or setup', async () => {
    const headers = { authorization: `Bearer ${emulator.secretKey.replace('sk_', 'pk_')}` };
    const { id, client_secret } = await stripe.setupIntents.create();
    const form = `payment_method=pm_card_visa&return_url=https://shop.example/`;
    for (const rejected of [call('customers', headers), call(`setup_intents/${id}/confirm`, headers, form)]) {
      const [status, error] = await readError(rejected);
      expect([status, error]).toMatchObject([401, { message: expect.stringMatching(/publishable API key/) }]);
    }
    const known = `${form}&client_secret=${client_secret}`;
    const confirmed = await call(`setup_intents/${id}/confirm`, headers, known);
    expect(await confirmed.json()).toMatchObject({ status: 'succeeded' });
  });
});

describe('a parameter of an older version', () => {
  it.each(['2022-11-15', '2025-02-24.acacia'])('gives an invoice item a price at %s', async (version) => {
    const { id: customer } = await stripe.customers.create();
    const price = await newPrice(stripe, 500);
    const item = await rawApi(world, version).post('invoiceitems', { customer, price, quantity: 2 });
    expect(item.body).toMatchObject({ amount: 1000, price: { id: price } });
  });

  it('changes the plan and quantity of a subscription with one item', async () => {
    const { id } = await subscribedPayer(world);
    const other = await findPrice(stripe, 'business_monthly');
    const api = rawApi(world, '2023-10-16');
    expect((await api.post(`subscriptions/${id}`, { quantity: 2 })).body).toMatchObject({ quantity: 2 });
    expect((await api.post(`subscriptions/${id}`, { plan: other })).body).toMatchObject({
      plan: { id: other },
      quantity: 2,
    });
  });
});

describe('a default that a request spells out', () => {
  it('is accepted', async () => {
    const api = rawApi(world);
    const product = await api.post('products', { name: 'A', type: 'service' });
    const price = await api.post('prices', {
      ...{
        product: product.body.id,
        currency: 'usd',
        unit_amount_decimal: '500',
        billing_scheme: 'per_unit',
      },
      recurring: { interval: 'month', trial_period_days: 7 },
    });
    expect(price.body).toMatchObject({ unit_amount: 500, recurring: { trial_period_days: 7 } });
    const payment = { amount: 500, currency: 'usd', confirmation_method: 'automatic' };
    expect((await api.post('payment_intents', payment)).status).toBe(200);
  });
});

describe('a list of what the account does not have', () => {
  it.each([
    'accounts',
    'transfers',
    'application_fees',
    'entitlements/features',
    'reporting/report_runs',
    'billing/meters',
    'issuing/cards',
    'radar/value_lists',
    'terminal/readers',
    'radar/early_fraud_warnings',
    'reviews',
    'subscription_schedules',
    'tax_ids',
  ])('is empty: %s', async (path) => {
    const { status, body } = await rawApi(world).get(path);
    expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false, url: `/v1/${path}` }]);
  });

  it('finds nothing by id either, and rejects filters that Stripe does not list', async () => {
    for (const path of [
      'identity/verification_sessions/vs_1',
      'reviews/prv_1',
      'reporting/report_runs/frr_1',
    ]) {
      const { status, body } = await rawApi(world).get(path);
      expect([status, body]).toMatchObject([404, { error: { code: 'resource_missing', param: 'id' } }]);
    }
    const sessions = 'identity/verification_sessions';
    const { status, body } = await rawApi(world).get(sessions, { status: 'lost' });
    expect([status, body]).toMatchObject([400, { error: { param: 'status' } }]);
    expect((await rawApi(world).get(sessions, { status: 'canceled' })).status).toBe(200);
    expect((await rawApi(world).get('reporting/report_runs', { 'created[gte]': '1' })).status).toBe(200);
  });

  it('is empty below an object that exists', async () => {
    const { id } = await stripe.customers.create();
    expect((await rawApi(world).get(`customers/${id}/sources`)).body).toMatchObject({ data: [] });
    expect((await rawApi(world).get('customers/cus_unknown/sources')).status).toBe(404);
    const unknown = { customer: 'cus_unknown' };
    expect((await rawApi(world).get('entitlements/active_entitlements', unknown)).status).toBe(400);
  });
});

describe('the list of tax codes', () => {
  it('has those of software, digital goods and the general ones', async () => {
    const { taxCodes } = stripe;
    const { data, has_more } = await taxCodes.list({ limit: 2 });
    expect([data.map(({ id }) => id), has_more]).toEqual([['txcd_99999999', 'txcd_20030000'], true]);
    expect(await taxCodes.retrieve('txcd_10103001')).toMatchObject({
      ...{ object: 'tax_code', name: 'Software as a service (SaaS) - business use' },
    });
    await expectRejection(taxCodes.retrieve('txcd_1'), { statusCode: 404 });
    await expectRejection(taxCodes.retrieve('txcd_30011000'), { statusCode: 501 });
  });
});
