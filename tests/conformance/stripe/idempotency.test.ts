import { expect, it } from 'vitest';
import { createSession, subscribe } from './support/checkout.ts';
import { clientOf } from './support/client.ts';
import { inBothForms } from './support/forms.ts';
import { refusalOf } from './support/refusal.ts';

inBothForms('idempotency keys', ({ world }) => {
  it('replay the stored answer to the same request', async () => {
    const { stripe } = world;
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
  });

  it('are refused for other parameters and for another endpoint', async () => {
    const { stripe } = world;
    const options = { idempotencyKey: 'key-1' };
    await stripe.customers.create({ email: 'ada@example.com' }, options);
    const customer = stripe.customers.create({ email: 'eve@example.com' }, options);
    expect(await refusalOf(customer)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const product = stripe.products.create({ name: 'x' }, options);
    expect(await refusalOf(product)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('keep the refusal of an operation, and stay free after a refusal of the parameters', async () => {
    const { stripe } = world;
    const options = { idempotencyKey: 'key-1' };
    await refusalOf(stripe.customers.create({ colour: 'red' } as never, options));
    expect(await stripe.customers.create({ email: 'ada@example.com' }, options)).toHaveProperty('id');
    const kept = { idempotencyKey: 'key-2' };
    const refused = () => stripe.billingPortal.sessions.create({ customer: 'cus_none' }, kept);
    await refusalOf(refused());
    expect((await refusalOf(refused())).headers).toMatchObject({ 'idempotent-replayed': 'true' });
  });

  it('answer 409 while the first request is under way, and replay it afterwards', async () => {
    const { stripe, emulator } = world;
    const create = () => stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'same' });
    await emulator.addFault({ kind: 'slow', path: '/v1/customers', delayMs: 500 });
    const first = create();
    await expect.poll(() => emulator.faults()).toMatchObject([{ struck: 1 }]);
    expect(await refusalOf(create())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await create()).id).toBe(id);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('are forgotten after a day', async () => {
    const { stripe, emulator } = world;
    const create = () => stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'key-1' });
    const first = await create();
    await emulator.advanceTime({ days: 1, seconds: 1 });
    expect((await create()).id).not.toBe(first.id);
  });

  it('may be up to 255 characters long', async () => {
    const { stripe } = world;
    expect(await stripe.customers.create({}, { idempotencyKey: 'k'.repeat(255) })).toHaveProperty('id');
    const refusal = await refusalOf(stripe.customers.create({}, { idempotencyKey: 'k'.repeat(256) }));
    expect(refusal).toMatchObject({ statusCode: 400 });
  });

  it('have no effect on reading', async () => {
    const { stripe } = world;
    const options = { idempotencyKey: 'key-1' };
    expect((await stripe.customers.list({}, options)).data).toEqual([]);
    await stripe.customers.create();
    expect((await stripe.customers.list({}, options)).data).toHaveLength(1);
  });

  it('make one session of a creation whose answer was lost, with the retries of the SDK', async () => {
    const { emulator } = world;
    const retrying = clientOf(emulator, { maxNetworkRetries: 2 });
    await subscribe(world);
    await emulator.addFault({ kind: 'drop_after', method: 'POST', path: '/v1/checkout/sessions' });
    const session = await createSession(retrying);
    const { data } = await retrying.checkout.sessions.list({ status: 'open' });
    expect(data.map(({ id }) => id)).toEqual([session.id]);
    expect(await emulator.faults()).toMatchObject([{ struck: 1, left: 0 }]);
  });
});
