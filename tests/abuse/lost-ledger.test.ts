import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { startApiInstance } from '../support/abuse/in-process-api.ts';
import { expectWorld } from '../support/abuse/oracles.ts';
import { buyPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

describe('a lost or restored ledger', () => {
  const world = suiteFixture(startWorld);

  const forget = (uid: string) => world.overwrite(`billing/${uid}`, null);
  const subscriber = { sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 };

  const subscribe = (uid: string) => buyPlan(world, world.user(uid), NEXT);

  it('a subscriber whose billing record is lost keeps the plan and cannot pay twice', async () => {
    const { user } = await subscribe('client');
    await forget('client');
    await world.api().reconcile();
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, { client: { plan: NEXT.name, ...subscriber } });
  });

  it('recognises a subscriber who books before the recovery has run', async () => {
    const { user } = await subscribe('early');
    await forget('early');
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, { early: { plan: NEXT.name, ...subscriber } });
  });

  describe('with a changed email address', () => {
    const changed = (uid: string) =>
      world.user(uid, 0, () => world.issuer.issue(uid, { claims: { email: `new-${uid}@example.com` } }));
    const delaySearch = () => world.stripe.setSwitches({ searchDelaySeconds: 60 });
    afterEach(() => world.stripe.setSwitches({ searchDelaySeconds: 0 }));

    it('recognises a subscriber under the new address, at checkout and in the portal', async () => {
      await delaySearch();
      await subscribe('moved');
      await world.stripe.advanceTime({ seconds: 61 });
      await forget('moved');
      expect((await changed('moved').openPortal()).status).toBe(200);
      expect((await changed('moved').book(FIRST.price)).body.error?.code).toBe('plan_already_active');
      await expectWorld(world, { moved: { plan: NEXT.name, ...subscriber } });
    });

    it("recognises a subscriber by the customer's idempotency key while search lags", async () => {
      await delaySearch();
      const { user } = await subscribe('quick');
      await forget('quick');
      expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
      await expectWorld(world, { quick: { plan: NEXT.name, ...subscriber } });
    });

    it('opens a session at once, although a call that failed under the former address used the key', async () => {
      await world.stripe.addFault({ kind: 'error', path: '/v1/customers', method: 'POST' });
      expect((await world.user('failed').book(FIRST.price)).status).toBe(503);
      await forget('failed');
      expect((await changed('failed').book(FIRST.price)).status).toBe(200);
    });

    it('a crash after the customer was created does not lock the user out', async () => {
      await delaySearch();
      world.stripeProxy.fault = ({ method, path }) =>
        method === 'POST' && path === '/v1/checkout/sessions' ? { kind: 'drop_before' } : undefined;
      expect((await world.user('crashed').book(FIRST.price)).status).toBe(503);
      world.stripeProxy.heal();
      expect(await world.observe('billing/crashed')).toBeNull();
      requireSession(await changed('crashed').book(FIRST.price));
    });
  });

  it('does not mistake a replayed 500 from Stripe for a new failure', async () => {
    const user = world.user('repeated');
    await world.stripe.addFault({ kind: 'error', path: '/v1/customers', method: 'POST' });
    expect((await user.book(FIRST.price)).status).toBe(503);
    await forget('repeated');
    requireSession(await user.book(FIRST.price));
  });

  it('a wrong customer ID in the billing record does not cost the plan, even if the email address has changed', async () => {
    const { user, customer } = await subscribe('renamed');
    await world.sdk.customers.update(customer, { email: 'other@example.com' });
    await world.overwrite('billing/renamed/customerId', 'cus_of_nobody');
    await world.overwrite('billing/renamed/subscriptionId', 'sub_of_nobody');
    expect((await user.ask(API_PATHS.exportAccount)).status).toBe(200);
    await world.api().reconcile();
    await expectWorld(world, { renamed: { plan: NEXT.name, ...subscriber } });
  });

  it('a checkout opens when every customer of the former record was deleted at Stripe', async () => {
    const user = world.user('unlucky');
    const deleteCustomer = async () => {
      const { customers } = await world.stripe.state();
      const [customer] = customers.filter((one) => !one.deleted && one.metadata.uid === 'unlucky');
      await world.sdk.customers.del(String(customer?.id));
    };
    // Another plan each time, since an open checkout for the same one would be used again.
    const book = async ({ price }: typeof FIRST) => void requireSession(await user.book(price));
    await book(FIRST);
    await deleteCustomer();
    await book(NEXT);
    await forget('unlucky');
    await book(FIRST);
    await deleteCustomer();
    await book(NEXT);
  });

  it('concurrent first checkouts with different names create one customer', async () => {
    const names = ['Ada', 'Ada Lovelace', 'Countess'];
    const tabs = names.map((name) =>
      world.user('two-names', 0, () => world.issuer.issue('two-names', { claims: { name } })),
    );
    await Promise.all(tabs.map((tab) => tab.book(FIRST.price)));
    const { customers } = await world.stripe.state();
    expect(customers.filter((one) => !one.deleted && one.metadata.uid === 'two-names')).toHaveLength(1);
  });

  it('a former subscriber can open the portal, even if the billing record is lost', async () => {
    const { user, subscription } = await subscribe('ended');
    await world.sdk.subscriptions.cancel(subscription);
    await world.settle();
    expect((await user.openPortal()).status).toBe(200);
    await forget('ended');
    expect((await user.openPortal()).status).toBe(200);
    expect((await world.user('stranger').openPortal()).body.error?.code).toBe('no_subscription');
  });
});

describe('switching to a key of another Stripe account', () => {
  const world = suiteFixture(startWorld);
  const elsewhere = suiteFixture(() =>
    startStripeEmulator({
      publicUrl: 'http://localhost:8080',
      seed: STRIPE_CATALOGUE,
      draftSeconds: 0,
    }),
  );

  it("creates a new customer instead of failing with 500, and revokes the other account's plan at an operator's word", async () => {
    await buyPlan(world, world.user('mover'), NEXT);
    const before = await world.observe('billing/mover/customerId');
    const stripe = { ...world.config.stripe, apiUrl: elsewhere.url };
    const moved = await startApiInstance({ ...world.config, stripe }, world.issuer.agent);
    onTestFinished(() => moved.close());
    await moved.reconcile();
    // It could be the wrong key.
    expect(await world.readPlan('mover')).toBe(NEXT.name);
    await moved.reconcile({ evenMany: true });
    expect(await world.readPlan('mover')).toBeNull();
    requireSession(await world.userAt(() => moved.url, 'mover').book(FIRST.price));
    expect(await world.observe('billing/mover/customerId')).not.toBe(before);
  });
});
