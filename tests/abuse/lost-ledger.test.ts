import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, sessionOf } from './support/api-client.ts';
import { startApiInstance } from './support/in-process-api.ts';
import { expectWorld } from './support/oracles.ts';
import { createWebhookCourier } from './support/webhook-courier.ts';
import { instanceAt, startWorld, type World } from './support/world.ts';

const VISA = '4242424242424242';

describe('a ledger that was lost, or put back to an earlier day', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const api = () => instanceAt(world.instances, 0);
  const forget = (uid: string) => world.overwrite(`billing/${uid}`, null);
  const subscriber = { sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 };

  async function subscribe(uid: string) {
    const user = world.user(uid);
    const { id } = sessionOf(await user.book(1000));
    await world.stripe.pay(id, { card: VISA });
    await user.confirm(id);
    return { user, id };
  }

  it('a client whose bookkeeping is lost keeps the plan, and cannot pay twice', async () => {
    const { user } = await subscribe('client');
    await forget('client');
    await api().reconcile();
    expect((await user.book(500)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, { client: { plan: 'pro', ...subscriber } });
  });

  it('a client who books before anything was recovered is recognised', async () => {
    const { user } = await subscribe('early');
    await forget('early');
    expect((await user.book(500)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, { early: { plan: 'pro', ...subscriber } });
  });

  describe('and an e-mail address that has changed', () => {
    const changed = (uid: string) =>
      world.user(uid, 0, () => world.issuer.issue(uid, { claims: { email: `new-${uid}@example.com` } }));
    const lateSearch = () => world.stripe.setSwitches({ searchDelaySeconds: 60 });
    afterEach(() => world.stripe.setSwitches({ searchDelaySeconds: 0 }));

    it('a client is recognised under the new address, by booking and portal', async () => {
      await lateSearch();
      await subscribe('moved');
      await world.stripe.advanceTime({ seconds: 61 });
      await forget('moved');
      expect((await changed('moved').openPortal()).status).toBe(200);
      expect((await changed('moved').book(500)).body.error?.code).toBe('plan_already_active');
      await expectWorld(world, { moved: { plan: 'pro', ...subscriber } });
    });

    it('a client is recognised by the key of the customer while the search is late', async () => {
      await lateSearch();
      const { user } = await subscribe('quick');
      await forget('quick');
      expect((await user.book(500)).body.error?.code).toBe('plan_already_active');
      await expectWorld(world, { quick: { plan: 'pro', ...subscriber } });
    });

    it('a process that died after making the customer locks nobody out', async () => {
      await lateSearch();
      world.stripeProxy.fault = ({ method, path }) =>
        method === 'POST' && path === '/v1/checkout/sessions' ? { kind: 'drop_before' } : undefined;
      expect((await world.user('crashed').book(500)).status).toBe(503);
      world.stripeProxy.heal();
      expect(await world.observe('billing/crashed')).toBeNull();
      expect((await changed('crashed').book(500)).body.error?.code).toBe('checkout_in_progress');
      sessionOf(await changed('crashed').book(500));
    });
  });

  it('a 500 that Stripe repeats is not taken for one of today', async () => {
    const user = world.user('repeated');
    await world.stripe.addFault({ kind: 'error', path: '/v1/customers', method: 'POST' });
    expect((await user.book(500)).status).toBe(503);
    await forget('repeated');
    sessionOf(await user.book(500));
  });

  it('a wrong customer in the bookkeeping does not cost the plan, whatever the e-mail address is by now', async () => {
    const { id } = await subscribe('renamed');
    const { customer } = await world.sdk.checkout.sessions.retrieve(id);
    await world.sdk.customers.update(String(customer), { email: 'other@example.com' });
    await world.overwrite('billing/renamed/customerId', 'cus_of_nobody');
    await world.overwrite('billing/renamed/subscriptionId', 'sub_of_nobody');
    await api().reconcile();
    await expectWorld(world, { renamed: { plan: 'pro', ...subscriber } });
  });

  it('what was paid after a backup is found again once it was restored', async () => {
    await api().reconcile();
    const backup = await world.backup();
    const { user } = await subscribe('after-backup');
    await world.overwrite('', backup);
    await api().reconcile();
    await expectWorld(world, { 'after-backup': { plan: 'pro', ...subscriber } });
    expect((await user.book(500)).body.error?.code).toBe('plan_already_active');
  });

  it('two first checkouts with different names leave one customer', async () => {
    const names = ['Ada', 'Ada Lovelace', 'Countess'];
    const tabs = names.map((name) =>
      world.user('two-names', 0, () => world.issuer.issue('two-names', { claims: { name } })),
    );
    await Promise.all(tabs.map((tab) => tab.book(500)));
    const { customers } = await world.stripe.state();
    expect(customers.filter((one) => !one.deleted && one.metadata.uid === 'two-names')).toHaveLength(1);
  });

  it('an ended subscriber still gets into the portal, with the bookkeeping lost too', async () => {
    const { user, id } = await subscribe('ended');
    const { subscription } = await world.sdk.checkout.sessions.retrieve(id);
    await world.sdk.subscriptions.cancel(String(subscription));
    await createWebhookCourier(world, () => api().url).settle();
    expect((await user.openPortal()).status).toBe(200);
    await forget('ended');
    expect((await user.openPortal()).status).toBe(200);
    expect((await world.user('stranger').openPortal()).body.error?.code).toBe('no_subscription');
  });
});

describe('a key that is replaced by one of another account', () => {
  let world: World;
  let elsewhere: StripeEmulator;
  beforeAll(async () => {
    world = await startWorld();
    elsewhere = await startStripeEmulator({ publicUrl: 'http://localhost:8080', seed: STRIPE_CATALOGUE });
  });
  afterAll(async () => {
    await elsewhere.close();
    await world.close();
  });

  it("gives a new customer instead of a 500, and takes the other account's plan back", async () => {
    const user = world.user('mover');
    const { id } = sessionOf(await user.book(1000));
    await world.stripe.pay(id, { card: VISA });
    await user.confirm(id);
    const before = await world.observe('billing/mover/customerId');
    const stripe = { ...world.config.stripe, apiUrl: elsewhere.url };
    const moved = await startApiInstance({ ...world.config, stripe }, world.issuer.agent);
    try {
      await moved.reconcile();
      expect(await world.observe('users/mover/subscription/planType')).toBeNull();
      const token = () => world.issuer.issue('mover');
      sessionOf(await createApiClient(() => moved.url, 'mover', token).book(500));
      expect(await world.observe('billing/mover/customerId')).not.toBe(before);
    } finally {
      await moved.close();
    }
  });
});
