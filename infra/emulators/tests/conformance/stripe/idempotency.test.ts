import { describe, expect, it } from 'vitest';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { send } from '../../support/stripe/raw-api.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('an idempotency key', () => {
  it('replays the stored response to the same request', async () => {
    const first = await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'key-1' });
    const second = await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'key-1' });
    expect(second).toEqual(first);
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
      'idempotency-key': 'key-1',
    });
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect((await stripe.customers.list()).data).toHaveLength(1);
    // Sources: grpcurl logs of juspay/hyperswitch-prism (2026-03, without a key), a log of a 402 of 2024-06-20.
    const { headers } = await send(world, 'POST', '/v1/customers', '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      'original-request': headers.get('request-id'),
      'stripe-should-retry': 'false',
    });
  });

  it('is rejected with other parameters or another endpoint', async () => {
    const options = { idempotencyKey: 'key-1' };
    await stripe.customers.create({ email: 'ada@example.com' }, options);
    const customer = stripe.customers.create({ email: 'eve@example.com' }, options);
    await expectRejection(customer, { type: 'StripeIdempotencyError', statusCode: 400 });
    const product = stripe.products.create({ name: 'x' }, options);
    await expectRejection(product, { type: 'StripeIdempotencyError', statusCode: 400 });
  });

  // Source: docs.stripe.com/api/idempotent_requests (parameters are compared).
  it('compares parameters, whatever their order and encoding', async () => {
    const create = async (body: string) => {
      const key = { 'idempotency-key': 'key-3' };
      return (await send(world, 'POST', '/v1/customers', body, key)).status;
    };
    expect(await create('name=Ada&preferred_locales[]=de&preferred_locales[]=en')).toBe(200);
    expect(await create('preferred_locales%5B%5D=de&preferred_locales[]=en&name=Ada')).toBe(200);
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect(await create('name=Ada&preferred_locales[]=en&preferred_locales[]=de')).toBe(400);
  });

  it('keeps an error of the operation, but not of its parameters', async () => {
    const options = { idempotencyKey: 'key-1' };
    await readRejection(stripe.customers.create({ colour: 'red' } as never, options));
    expect(await stripe.customers.create({ email: 'ada@example.com' }, options)).toHaveProperty('id');
    await stripe.coupons.create({ id: 'A', percent_off: 5 });
    const rejected = () => stripe.coupons.create({ id: 'A', percent_off: 5 }, { idempotencyKey: 'key-2' });
    await readRejection(rejected());
    const headers = { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' };
    expect((await readRejection(rejected())).headers).toMatchObject(headers);
  });

  it('answers 409 while the first request is in progress, and replays its response afterwards', async () => {
    const create = () => stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'same' });
    await emulator.addFault({ kind: 'slow', path: '/v1/customers', delayMs: 500 });
    const first = create();
    await expect.poll(() => emulator.faults()).toMatchObject([{ struck: 1 }]);
    await expectRejection(create(), { statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await create()).id).toBe(id);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('keeps a 500 for work that was not done, and tells clients not to retry', async () => {
    const create = (idempotencyKey: string) =>
      stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey });
    await emulator.addFault({ kind: 'error', method: 'POST', path: '/v1/customers' });
    const first = await readRejection(create('key-1'));
    expect(first).toMatchObject({ statusCode: 500, headers: { 'stripe-should-retry': 'false' } });
    await expectRejection(create('key-1'), {
      statusCode: 500,
      message: first.message,
      headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
    });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(await create('key-2')).toHaveProperty('id');
  });

  it('keeps a 500 for work that was done', async () => {
    await emulator.addFault({ kind: 'error_after', method: 'POST', path: '/v1/customers' });
    const create = () => stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-1' });
    await expectRejection(create(), { statusCode: 500 });
    await expectRejection(create(), { headers: { 'idempotent-replayed': 'true' } });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('keeps neither validation errors nor responses sent before execution', async () => {
    const options = { idempotencyKey: 'key-1' };
    await emulator.addFault({ kind: 'error', method: 'POST', path: '/v1/customers' });
    await expectRejection(stripe.customers.create({ colour: 'red' } as never, options), { statusCode: 400 });
    await emulator.clearFaults();
    for (const status of [409, 429, 503] as const) {
      await emulator.addFault({ kind: 'error', status, path: '/v1/customers' });
      const rejection = await readRejection(stripe.customers.create({ email: 'a@b.co' }, options));
      expect(rejection).toMatchObject({ statusCode: status });
      expect(rejection.headers).not.toHaveProperty('stripe-should-retry');
    }
    await emulator.addFault({ kind: 'html_502', path: '/v1/customers' });
    const unread = await readRejection(stripe.customers.create({ email: 'a@b.co' }, options));
    expect(unread.message).toMatch(/Invalid JSON/);
    const created = await stripe.customers.create({ email: 'a@b.co' }, options);
    expect(created.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('stops the SDK from retrying a creation that failed with a 500', async () => {
    await emulator.addFault({ kind: 'error', method: 'POST', path: '/v1/customers' });
    const retrying = createStripeClient(emulator, { maxNetworkRetries: 2 });
    const create = () => retrying.customers.create({}, { idempotencyKey: 'key-1' });
    await expectRejection(create(), { statusCode: 500 });
    await expectRejection(create(), { statusCode: 500 });
    expect(await emulator.counters()).toEqual({ 'POST /v1/customers 500': 1 });
  });

  it('expires after a day', async () => {
    const create = () => stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-1' });
    const first = await create();
    await emulator.advanceTime({ days: 1, seconds: 1 });
    expect((await create()).id).not.toBe(first.id);
  });

  it('can be up to 255 characters long', async () => {
    expect(await stripe.customers.create({}, { idempotencyKey: 'k'.repeat(255) })).toHaveProperty('id');
    await expectRejection(stripe.customers.create({}, { idempotencyKey: 'k'.repeat(256) }), {
      statusCode: 400,
    });
  });

  it('has no effect on reads', async () => {
    const options = { idempotencyKey: 'key-1' };
    expect((await stripe.customers.list({}, options)).data).toEqual([]);
    await stripe.customers.create();
    expect((await stripe.customers.list({}, options)).data).toHaveLength(1);
  });

  it('makes SDK retries after a lost response create only one session', async () => {
    const retrying = createStripeClient(emulator, { maxNetworkRetries: 2 });
    await subscribe(world);
    await emulator.addFault({ kind: 'drop_after', method: 'POST', path: '/v1/checkout/sessions' });
    const session = await createSession(retrying);
    const { data } = await retrying.checkout.sessions.list({ status: 'open' });
    expect(data.map(({ id }) => id)).toEqual([session.id]);
    expect(await emulator.faults()).toMatchObject([{ struck: 1, left: 0 }]);
  });
});
