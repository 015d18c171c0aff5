import { connectNamespace, namespaceKey } from '@outharbor/stripe-emulator/control-client';
import { describe, expect, it } from 'vitest';
import { CARD, postForm } from '../../support/stripe/card-form.ts';
import { createSession } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();

describe('a namespace', () => {
  const clientIn = (name: string) =>
    createStripeClient(world.emulator, {}, namespaceKey('sk_test_emulated', name));

  it('starts on first use of its key, with only the seed', async () => {
    await world.stripe.customers.create();
    const stripe = clientIn('first_use');
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data).toHaveLength(1);
  });

  it('has its own objects', async () => {
    const { id } = await clientIn('a').customers.create({ name: 'Ada' });
    expect(await clientIn('a').customers.retrieve(id)).toMatchObject({ name: 'Ada' });
    for (const stripe of [clientIn('b'), world.stripe]) {
      await expectRejection(stripe.customers.retrieve(id), { statusCode: 404 });
    }
  });

  it('has a live mode as well', async () => {
    const live = createStripeClient(world.emulator, {}, 'sk_live_emulated_ns_modes');
    expect(await live.customers.create()).toMatchObject({ livemode: true });
    expect((await clientIn('modes').customers.list()).data).toEqual([]);
    expect(await world.emulator.namespace('modes').state({ livemode: true })).toMatchObject({
      customers: [{ livemode: true }],
    });
  });

  it('is controlled from another process as through its handle', async () => {
    const stripe = clientIn('remote');
    const control = connectNamespace(world.emulator.controlUrl, 'remote');
    await control.seed({ products: [{ id: 'prod_remote', name: 'Remote' }] });
    expect(await stripe.products.retrieve('prod_remote')).toMatchObject({ name: 'Remote' });
    await expectRejection(world.stripe.products.retrieve('prod_remote'), { statusCode: 404 });
    const before = await world.emulator.now();
    expect(await control.advanceTime({ days: 9 })).toBeGreaterThanOrEqual(before + 9 * 86_400);
    expect(await world.emulator.now()).toBeLessThan(before + 86_400);
    await control.addFault({ kind: 'error', status: 503, path: '/v1/customers' });
    await world.stripe.customers.create();
    await expectRejection(stripe.customers.create(), { statusCode: 503 });
    await control.setSwitches({ globalLimit: 1, limitWindowSeconds: 60 });
    await stripe.customers.create();
    await expectRejection(stripe.customers.create(), { statusCode: 429 });
    expect(await world.emulator.switches()).toMatchObject({ globalLimit: null });
    await control.planDeliveries({ hold: true });
    expect(await world.emulator.planDeliveries({})).toMatchObject({ hold: false });
    await control.reset();
    await stripe.customers.create();
    expect(await control.counters()).toEqual({ 'POST /v1/customers 200': 1 });
    expect(await control.state()).toMatchObject({ customers: [{}] });
    await control.close();
    expect((await clientIn('remote').customers.list()).data).toEqual([]);
  });

  it('is not affected by a reset of the account', async () => {
    await clientIn('stays').customers.create();
    await world.emulator.reset();
    expect((await clientIn('stays').customers.list()).data).toHaveLength(1);
  });

  it('has its own pages, with faults on the usual paths', async () => {
    const control = world.emulator.namespace('pages');
    const { id, url } = await createSession(clientIn('pages'));
    expect(url).toBe(`${world.emulator.url}/emulated/stripe/ns/pages/c/pay/${id}`);
    await control.addFault({ kind: 'error', status: 503, path: '/emulated/stripe/c/pay/:id' });
    expect((await fetch(String(url))).status).toBe(503);
    const page = await (await fetch(String(url))).text();
    const links = [...page.matchAll(/(?:action|href|src)="(\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !link.startsWith('/emulated/stripe/ns/pages/'))).toEqual([]);
    const script = links.find((link) => link.endsWith('checkout.ts'));
    expect((await fetch(new URL(String(script), world.emulator.url))).status).toBe(200);
    const paid = await postForm(String(url), CARD);
    expect(paid.headers.get('location')).toMatch(/^https:\/\/site\.test\/success\?session=cs_test_/);
    expect(await clientIn('pages').checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
    for (const elsewhere of ['/emulated/stripe', '/emulated/stripe/ns/remote', '/emulated/stripe/ns/none']) {
      expect((await fetch(`${world.emulator.url}${elsewhere}/c/pay/${id}`)).status).toBe(404);
    }
  });

  it('has its own restricted keys, which must end with its name', async () => {
    const control = world.emulator.namespace('restricted');
    const key = 'rk_test_reader_ns_restricted';
    await control.configure({ apiKeys: [{ key, permissions: ['customer_read'] }] });
    const stripe = createStripeClient(world.emulator, {}, key);
    expect((await stripe.customers.list()).data).toEqual([]);
    await expectRejection(stripe.customers.create(), { statusCode: 403 });
    await expect(control.configure({ apiKeys: [{ key: 'rk_test_reader' }] })).rejects.toThrow(
      'the API keys of this namespace end in _ns_restricted',
    );
  });

  it.each(['sk_test_wrong_ns_a', 'sk_test_emulated_ns', 'rk_test_emulated_ns_a', 'sk_test_emulated_NS_a'])(
    'rejects the key %s',
    async (key) => {
      await expectRejection(createStripeClient(world.emulator, {}, key).customers.list(), {
        statusCode: 401,
      });
    },
  );

  it('is not created without the key of the account', async () => {
    const style = `${world.emulator.url}/emulated/stripe/ns/guessed/assets/pages.css`;
    await readRejection(createStripeClient(world.emulator, {}, 'sk_test_wrong_ns_guessed').customers.list());
    expect((await fetch(style)).status).toBe(404);
    await clientIn('guessed').customers.list();
    expect((await fetch(style)).status).toBe(200);
  });
});
