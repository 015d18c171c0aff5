import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

describe('a fault', () => {
  const { stripe, emulator } = createWorld();
  const impatient = () => createStripeClient(emulator, { timeout: 300 });

  it.each([
    [500, 'StripeAPIError', undefined],
    [503, 'StripeAPIError', undefined],
    [429, 'StripeRateLimitError', 'rate_limit'],
    [409, 'StripeAPIError', 'idempotency_key_in_use'],
  ] as const)('answers %i as often as configured', async (status, type, code) => {
    await emulator.addFault({ kind: 'error', status, path: '/v1/customers', count: 2 });
    for (let strike = 0; strike < 2; strike += 1) {
      await expectRejection(stripe.customers.list(), { statusCode: status, type, code });
    }
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it('distinguishes a rate limit from a lock timeout', async () => {
    await emulator.addFault({ kind: 'error', status: 429, path: '/v1/customers' });
    const limited = await readRejection(stripe.customers.list());
    expect(limited).toMatchObject({
      rawType: 'invalid_request_error',
      headers: { 'stripe-rate-limited-reason': 'endpoint-rate' },
    });
    await emulator.addFault({ kind: 'lock_timeout', path: '/v1/customers' });
    const locked = await readRejection(stripe.customers.list());
    expect(locked).toMatchObject({ statusCode: 429, rawType: 'invalid_request_error', code: 'lock_timeout' });
    expect(locked.headers).not.toHaveProperty('stripe-rate-limited-reason');
  });

  it('answers 502 with an HTML page', async () => {
    await emulator.addFault({ kind: 'html_502', path: '/v1/*' });
    expect((await readRejection(stripe.customers.list())).message).toMatch(/Invalid JSON/);
  });

  it.each(['hang', 'drop_before'] as const)('%s without executing the request', async (kind) => {
    await emulator.addFault({ kind, method: 'POST', path: '/v1/customers', count: 3 });
    await expectRejection(impatient().customers.create(), { type: 'StripeConnectionError' });
    await emulator.clearFaults();
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it.each(['drop_after', 'truncate'] as const)('%s after executing the request', async (kind) => {
    await emulator.addFault({ kind, method: 'POST', path: '/v1/customers', count: 3 });
    await readRejection(impatient().customers.create());
    await emulator.clearFaults();
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('delays a response', async () => {
    await emulator.addFault({ kind: 'slow', path: '/v1/customers', delayMs: 2000 });
    await expectRejection(impatient().customers.list(), { type: 'StripeConnectionError' });
  });

  it('matches by method and route, after the configured number of requests', async () => {
    await emulator.addFault({ kind: 'error', method: 'GET', path: '/v1/customers/:id', skip: 1 });
    const { id } = await stripe.customers.create();
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id });
    expect(await stripe.customers.list()).toHaveProperty('data');
    await expectRejection(stripe.customers.retrieve(id), { statusCode: 500 });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id });
  });

  it('is rejected with an unknown kind or a malformed path', async () => {
    await expect(emulator.addFault({ kind: 'flood' as never, path: '/v1/*' })).rejects.toThrow(
      /kind must be/,
    );
    await expect(emulator.addFault({ kind: 'hang', path: 'v1' })).rejects.toThrow(/slash/);
  });

  it('is not counted as a response', async () => {
    await emulator.addFault({ kind: 'error', path: '/v1/customers' });
    await readRejection(stripe.customers.create());
    await stripe.customers.create();
    await readRejection(stripe.customers.retrieve('cus_none'));
    expect(await emulator.counters()).toEqual({
      'POST /v1/customers 200': 1,
      'GET /v1/customers/:id 404': 1,
    });
  });
});
