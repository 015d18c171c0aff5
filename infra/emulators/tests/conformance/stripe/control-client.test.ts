import { connectControl } from '@outharbor/stripe-emulator/control-client';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';

describe('the control client', () => {
  const { stripe, emulator } = createWorld();
  const control = () => connectControl(emulator.controlUrl);
  const endpoint = () => ({ url: receiver.url, secret: receiver.secret });
  const receiver = sharedReceiver();

  it('offers the methods of the handle from another process', async () => {
    const client = control();
    await client.configure({ publicUrl: 'http://site.test/', webhookEndpoints: [endpoint()] });
    const { id, url } = await createSession(stripe);
    expect(url).toBe(`http://site.test/emulated/stripe/c/pay/${id}`);
    expect(await client.pay(id, { card: 'declined' })).toMatchObject({ result: 'declined' });
    expect(await client.pay(id, { card: 'visa' })).toMatchObject({ result: 'complete', session: { id } });
    await client.settle();
    expect(receiver.types()).toContain('checkout.session.completed');
    expect(await client.state()).toEqual({ ...(await emulator.state()), now: expect.any(Number) });
    const deliveries = await client.deliveries();
    expect(deliveries).toEqual(await emulator.deliveries());
    expect(await client.redeliver(String(deliveries[0]?.id))).toMatchObject({ attempts: [{}, {}] });
  });

  it('advances time, holds deliveries and adds faults', async () => {
    const client = control();
    await client.configure({ webhookEndpoints: [endpoint()] });
    const before = await client.now();
    expect(await client.advanceTime({ days: 1 })).toBeGreaterThanOrEqual(before + 86_400);
    expect(await client.planDeliveries({ hold: true })).toEqual({ hold: true, delayMs: 0, copies: 1 });
    await stripe.customers.create();
    expect(await client.releaseDeliveries({ order: 'shuffled' })).toBe(1);
    expect(await client.addFault({ kind: 'error', path: '/v1/customers' })).toMatchObject({
      left: 1,
      struck: 0,
    });
    expect(await client.faults()).toHaveLength(1);
    await client.clearFaults();
    expect(await client.faults()).toEqual([]);
    expect(await client.counters()).toEqual({ 'POST /v1/customers 200': 1 });
  });

  it('tells what changed since a cursor, and how many there are', async () => {
    const client = control();
    const { id } = await stripe.customers.create();
    const first = await client.changes('customers', 'start');
    expect(first).toMatchObject({ count: 1, rows: [{ id }] });
    expect(await client.changes('customers', first.cursor)).toMatchObject({ ...first, rows: [] });
    await stripe.customers.update(id, { name: 'Ada' });
    const second = await client.changes('customers', first.cursor);
    expect(second).toMatchObject({ count: 1, rows: [{ id, name: 'Ada' }] });
    const state = await client.saveState();
    await client.reset();
    expect(await client.changes('customers', second.cursor)).toMatchObject({ count: 0, rows: [] });
    await client.loadState(state);
    expect((await client.changes('customers', second.cursor)).rows).toMatchObject([{ id, name: 'Ada' }]);
  });

  it('adds to the catalogue, and resets it', async () => {
    const client = control();
    await client.seed({
      products: [{ id: 'prod_extra', name: 'Extra' }],
      prices: [{ id: 'price_extra', product: 'prod_extra', unitAmount: 700, lookupKey: 'extra' }],
    });
    const extra = await stripe.prices.list({ lookup_keys: ['extra'] });
    expect(extra.data).toMatchObject([{ unit_amount: 700, recurring: { interval: 'month' } }]);
    await client.reset();
    expect((await stripe.prices.list({ lookup_keys: ['extra'] })).data).toEqual([]);
  });

  it.each([
    [
      'an unknown session',
      () => control().pay('cs_test_none', { card: 'visa' }),
      /404: No such checkout.session/,
    ],
    ['an unknown delivery', () => control().redeliver('none'), /404: No such delivery/],
    ['a negative time', () => control().advanceTime({ days: -1 }), /400: days must be an integer/],
  ])('rejects %s', async (_case, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  it('rejects a card that is not a test card, without repeating its number', async () => {
    const { id } = await createSession(stripe);
    const rejection = await control().pay(id, { card: '4539578763621486' }).catch(String);
    expect(rejection).toMatch(/400: there is no such test card/);
    expect(rejection).not.toContain('4539578763621486');
  });

  it('sets switches until a reset, and rejects an invalid one without changing any', async () => {
    const client = control();
    const off = await client.switches();
    expect(await client.setSwitches({ listDelaySeconds: 5 })).toEqual({ ...off, listDelaySeconds: 5 });
    await expect(client.setSwitches({ searchDelaySeconds: 3, listDelaySeconds: -1 })).rejects.toThrow(
      /400: listDelaySeconds must be an integer of at least 0/,
    );
    await expect(client.setSwitches({ speed: 1 } as never)).rejects.toThrow(/must not have "speed"/);
    expect(await emulator.switches()).toEqual({ ...off, listDelaySeconds: 5 });
    await client.reset();
    expect(await client.switches()).toEqual(off);
  });
});
