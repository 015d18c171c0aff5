import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

describe('a fault', () => {
  const world = createWorld();
  const impatient = () => createStripeClient(world.emulator, { timeout: 300 });

  it.each([
    [500, 'StripeAPIError', undefined],
    [503, 'StripeAPIError', undefined],
    [429, 'StripeRateLimitError', 'rate_limit'],
    [409, 'StripeAPIError', 'idempotency_key_in_use'],
  ] as const)('answers %i as often as configured', async (status, type, code) => {
    await world.emulator.addFault({ kind: 'error', status, path: '/v1/customers', count: 2 });
    for (let strike = 0; strike < 2; strike += 1) {
      expect(await readRejection(world.stripe.customers.list())).toMatchObject({
        statusCode: status,
        type,
        code,
      });
    }
    expect((await world.stripe.customers.list()).data).toEqual([]);
  });

  it('distinguishes a rate limit from a lock timeout', async () => {
    await world.emulator.addFault({ kind: 'error', status: 429, path: '/v1/customers' });
    const limited = await readRejection(world.stripe.customers.list());
    expect(limited).toMatchObject({
      rawType: 'invalid_request_error',
      headers: { 'stripe-rate-limited-reason': 'endpoint-rate' },
    });
    await world.emulator.addFault({ kind: 'lock_timeout', path: '/v1/customers' });
    const locked = await readRejection(world.stripe.customers.list());
    expect(locked).toMatchObject({ statusCode: 429, rawType: 'invalid_request_error', code: 'lock_timeout' });
    expect(locked.headers).not.toHaveProperty('stripe-rate-limited-reason');
  });

  it('answers 502 with an HTML page', async () => {
    await world.emulator.addFault({ kind: 'html_502', path: '/v1/*' });
    expect((await readRejection(world.stripe.customers.list())).message).toMatch(/Invalid JSON/);
  });

  it.each(['hang', 'drop_before'] as const)('%s without executing the request', async (kind) => {
    await world.emulator.addFault({ kind, method: 'POST', path: '/v1/customers', count: 3 });
    expect(await readRejection(impatient().customers.create())).toMatchObject({
      type: 'StripeConnectionError',
    });
    await world.emulator.clearFaults();
    expect((await world.stripe.customers.list()).data).toEqual([]);
  });

  it.each(['drop_after', 'truncate'] as const)('%s after executing the request', async (kind) => {
    await world.emulator.addFault({ kind, method: 'POST', path: '/v1/customers', count: 3 });
    await readRejection(impatient().customers.create());
    await world.emulator.clearFaults();
    expect((await world.stripe.customers.list()).data).toHaveLength(1);
  });

  it('delays a response', async () => {
    await world.emulator.addFault({ kind: 'slow', path: '/v1/customers', delayMs: 2000 });
    expect(await readRejection(impatient().customers.list())).toMatchObject({
      type: 'StripeConnectionError',
    });
  });

  it('matches by method and route, after the configured number of requests', async () => {
    await world.emulator.addFault({ kind: 'error', method: 'GET', path: '/v1/customers/:id', skip: 1 });
    const { id } = await world.stripe.customers.create();
    expect(await world.stripe.customers.retrieve(id)).toMatchObject({ id });
    expect(await world.stripe.customers.list()).toHaveProperty('data');
    expect(await readRejection(world.stripe.customers.retrieve(id))).toMatchObject({ statusCode: 500 });
    expect(await world.stripe.customers.retrieve(id)).toMatchObject({ id });
  });

  it('is rejected with an unknown kind or a malformed path', async () => {
    await expect(world.emulator.addFault({ kind: 'flood' as never, path: '/v1/*' })).rejects.toThrow(
      /kind must be/,
    );
    await expect(world.emulator.addFault({ kind: 'hang', path: 'v1' })).rejects.toThrow(/slash/);
  });

  it('is not counted as a response', async () => {
    await world.emulator.addFault({ kind: 'error', path: '/v1/customers' });
    await readRejection(world.stripe.customers.create());
    await world.stripe.customers.create();
    await readRejection(world.stripe.customers.retrieve('cus_none'));
    expect(await world.emulator.counters()).toEqual({
      'POST /v1/customers 200': 1,
      'GET /v1/customers/:id 404': 1,
    });
  });
});
