import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

// The window is longer than any of these tests takes, so that none ends during one.
const limitWindowSeconds = 600;

describe('a rate limit', () => {
  const { stripe, emulator } = createWorld();

  it('is off by default', async () => {
    for (let call = 0; call < 40; call += 1) await stripe.customers.list();
    expect(await emulator.counters()).toEqual({ 'GET /v1/customers 200': 40 });
  });

  it('applies to one endpoint without affecting others', async () => {
    await emulator.setSwitches({ endpointLimit: 2, limitWindowSeconds });
    const key = { idempotencyKey: 'key-1' };
    await stripe.customers.create();
    await stripe.customers.create();
    const rejection = await readRejection(stripe.customers.create({}, key));
    expect(rejection).toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
      rawType: 'invalid_request_error',
      code: 'rate_limit',
      headers: { 'stripe-rate-limited-reason': 'endpoint-rate' },
    });
    expect(rejection.headers).not.toHaveProperty('retry-after');
    expect((await stripe.customers.list()).data).toHaveLength(2);
    await emulator.setSwitches({ endpointLimit: null });
    expect(await stripe.customers.create({}, key)).toHaveProperty('id');
  });

  it('counts all calls of an endpoint, whatever its object', async () => {
    const { id } = await stripe.customers.create();
    await emulator.setSwitches({ endpointLimit: 1, limitWindowSeconds });
    await stripe.customers.retrieve(id);
    await expectRejection(stripe.customers.retrieve('cus_none'), { statusCode: 429 });
  });

  it('applies to the whole account', async () => {
    await emulator.setSwitches({ globalLimit: 2, limitWindowSeconds });
    await stripe.customers.list();
    await stripe.products.list();
    await expectRejection(stripe.prices.list(), { headers: { 'stripe-rate-limited-reason': 'global-rate' } });
  });

  it.each([{ endpointLimit: 0 }, { globalLimit: 1.5 }, { limitWindowSeconds: 0 }])(
    'rejects the setting %j',
    async (switches) => {
      await expect(emulator.setSwitches(switches)).rejects.toThrow(/must be an integer of at least 1/);
    },
  );
});

describe('a restricted key', () => {
  const { emulator } = createWorld({
    apiKeys: [{ key: 'rk_test_reader', permissions: ['customer_write', 'subscription_read'] }],
  });
  const restricted = () => createStripeClient(emulator, {}, 'rk_test_reader');

  it('has the permissions it was given, and write access includes read access', async () => {
    const { id } = await restricted().customers.create();
    expect(await restricted().customers.retrieve(id)).toMatchObject({ id });
    expect((await restricted().subscriptions.list()).data).toEqual([]);
  });

  it.each([
    ['subscription_write', () => restricted().subscriptions.cancel('sub_none')],
    ['plan_read', () => restricted().prices.list()],
    ['checkout_session_read', () => restricted().checkout.sessions.list()],
    ['customer_portal_write', () => restricted().billingPortal.sessions.create({ customer: 'cus_none' })],
    ['charge_write', () => restricted().refunds.create({ charge: 'ch_none' })],
    ['webhook_read', () => restricted().webhookEndpoints.list()],
    ['event_read', () => restricted().events.list()],
  ])('is rejected without %s', async (permission, call) => {
    await expectRejection(call(), {
      type: 'StripePermissionError',
      statusCode: 403,
      rawType: 'invalid_request_error',
      message: expect.stringMatching(
        new RegExp(`^The provided key 'rk_test_\\*\\*\\*' .* Having the 'rak_${permission}' permission`),
      ),
    });
  });

  it.each([
    { key: 'pk_test_x' },
    { key: 'sk_test_x', permissions: ['customer_read'] },
    { key: 'rk_test_x', permissions: ['customers'] },
  ])('cannot be configured as %j', async (apiKey) => {
    await expect(emulator.configure({ apiKeys: [apiKey] })).rejects.toThrow(RangeError);
    expect((await restricted().customers.list()).data).toEqual([]);
  });
});

describe('an API key fault', () => {
  const { stripe, emulator } = createWorld();

  it('answers as for an object of the other mode and as for a restricted key', async () => {
    await emulator.addFault({ kind: 'other_mode', path: '/v1/customers/:id' });
    await expectRejection(stripe.customers.retrieve('cus_1'), {
      statusCode: 404,
      code: 'resource_missing',
      message: expect.stringMatching(/^No such customer: 'cus_1'; a similar object exists in test mode/),
    });
    await emulator.addFault({ kind: 'forbidden', path: '/v1/customers/:id' });
    await expectRejection(stripe.customers.retrieve('cus_1'), {
      type: 'StripePermissionError',
      message: expect.stringMatching(/'rak_customer_read' permission/),
    });
  });
});
