import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, planAmount } from '@outharbor/contract/plans';
import type { CallAnswer } from '@outharbor/contract/schemas';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, listCustomers, NOTHING } from '../support/abuse/oracles.ts';
import { createOtherPrice, payPlan, signUp } from '../support/abuse/purchases.ts';
import { type ApiClient, requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('account self-service', () => {
  const world = suiteFixture(startWorld);

  const subscribe = (uid: string) => signUp(world, uid, NEXT);

  async function overview(user: ApiClient): Promise<CallAnswer<'account'>> {
    const { status, body } = await user.ask(API_PATHS.account);
    expect(status).toBe(200);
    return body as unknown as CallAnswer<'account'>;
  }

  it('shows the plan, next payment and receipts, and keeps the receipts after the plan has ended', async () => {
    const { user, subscription } = await subscribe('client');
    const { plan, receipts } = await overview(user);
    expect(plan).toMatchObject({
      planType: NEXT.name,
      nextPayment: { amount: planAmount(NEXT), currency: PLAN_CURRENCY },
    });
    expect(receipts).toMatchObject([{ amount: planAmount(NEXT), status: 'paid' }]);
    await world.sdk.subscriptions.cancel(subscription);
    await world.settle();
    const after = await overview(user);
    expect([after.plan, after.receipts.length]).toEqual([undefined, 1]);
  });

  it.each([
    ['period', { cancel_at_period_end: true }],
    ['day', { cancel_at: Math.floor(Date.now() / 1000) + 86_400 }],
  ])('resumes a plan with a scheduled end (%s)', async (what, end) => {
    const { user, subscription } = await subscribe(`keeper-${what}`);
    await world.sdk.subscriptions.update(subscription, end);
    await world.settle();
    expect((await overview(user)).plan?.endsAt).toBeGreaterThan(0);
    expect((await user.ask(API_PATHS.createPlanChangeSession, { plan: FIRST.price })).body.error?.code).toBe(
      'plan_ending',
    );
    expect((await user.ask(API_PATHS.keepPlan)).body.planType).toBe(NEXT.name);
    expect(await world.observe(`users/${user.uid}/subscription/endsAt`)).toBeNull();
    expect((await world.sdk.subscriptions.retrieve(subscription)).cancel_at).toBeNull();
  });

  it('rejects a plan change that races with the end of the plan, and corrects the stored plan', async () => {
    const { user, subscription } = await subscribe('racer');
    await world.sdk.subscriptions.cancel(subscription);
    const [change, late] = await Promise.all([
      user.ask(API_PATHS.createPlanChangeSession, { plan: FIRST.price }),
      world.settle(),
    ]);
    expect(late).toBeUndefined();
    expect(['subscription_ended', 'no_subscription']).toContain(change.body.error?.code);
    expect(await world.readPlan('racer')).toBeNull();
  });

  it('deletes an account here and at both providers, and late events do not restore it', async () => {
    const { user, subscription } = await subscribe('leaver');
    expect((await user.ask(API_PATHS.deleteAccount)).body).toEqual({ deleted: true });
    expect((await world.sdk.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await listCustomers(world, 'leaver')).toEqual([]);
    expect(world.issuer.users.has('leaver')).toBe(false);
    const expectTombstone = async () => {
      expect(await world.observe('users/leaver')).toBeNull();
      const tombstone = { deletedAt: expect.any(Number), revision: expect.any(Number) };
      expect(await world.observe('billing/leaver')).toEqual(tombstone);
    };
    await expectTombstone();
    const events = await world.courier().events({ fresh: false });
    for (const event of events) expect(await world.courier().deliver(event)).toBe(200);
    await world.api().reconcile();
    await expectTombstone();
    expect(world.api().lines.join()).not.toContain('event_without_account');
    await expectWorld(world, { leaver: NOTHING });
  });

  it("account deletion keeps another product's subscription of the same customer active", async () => {
    const { user, subscription } = await subscribe('shared');
    const [customer = ''] = await listCustomers(world, 'shared');
    const { id } = await world.sdk.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: await createOtherPrice(world), quantity: 1 }],
      success_url: 'https://other.example/',
    });
    await world.stripe.pay(id, { card: VISA });
    const other = String((await world.sdk.checkout.sessions.retrieve(id)).subscription);
    expect((await user.ask(API_PATHS.deleteAccount)).body).toEqual({ deleted: true });
    expect((await world.sdk.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect((await world.sdk.subscriptions.retrieve(other)).status).toBe('active');
  });

  it('the reconciler completes an account deletion that an outage interrupted', async () => {
    const { user } = await subscribe('interrupted');
    world.issuer.fault = (response) => response.writeHead(503).end();
    await world.overwrite('billing/interrupted/deletionStartedAt', Math.floor(Date.now() / 1000));
    expect((await world.api().reconcile()).failures).toBeGreaterThan(0);
    world.issuer.fault = undefined;
    expect((await user.book(FIRST.price)).body.error?.code).toBe('unauthenticated');
    await world.api().reconcile();
    expect(await world.observe('billing/interrupted/deletedAt')).toBeGreaterThan(0);
    expect(await listCustomers(world, 'interrupted')).toEqual([]);
  });

  it('returns a payment that was made after the deletion began, and for which no plan was granted', async () => {
    await world.storeUser('payer');
    const user = world.user('payer');
    const { id } = requireSession(await user.book(FIRST.price));
    world.stripeProxy.failAt(/\/expire$/);
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(503);
    const [customer = ''] = await listCustomers(world, 'payer');
    expect((await world.stripe.pay(id, { card: VISA })).result).toBe('complete');
    await world.settle();
    world.stripeProxy.heal();
    await world.api().reconcile();
    expect(await world.observe('billing/payer')).toEqual({
      deletedAt: expect.any(Number),
      revision: expect.any(Number),
    });
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    expect(charge).toMatchObject({ amount: planAmount(FIRST), refunded: true });
  });

  it('a deletion that Stripe rejects stops neither the recovery of others nor the nightly job', async () => {
    const { user } = await subscribe('stuck');
    const [customer = ''] = await listCustomers(world, 'stuck');
    world.stripeProxy.failAt(new RegExp(`^DELETE .*${customer}$`));
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(503);
    const unheard = world.user('unheard');
    await payPlan(world, unheard, NEXT);
    expect((await world.api().reconcile()).failures).toBe(1);
    expect(await world.readPlan('unheard')).toBe(NEXT.name);
    expect(world.api().alerts('deletion_stuck', '"uid":"stuck"')).not.toEqual([]);
    world.stripeProxy.heal();
    expect((await world.api().reconcile()).failures).toBe(0);
    expect(await world.observe('billing/stuck/deletedAt')).toBeGreaterThan(0);
  });

  it.each([
    ['who is new, before there is a customer', false, '/v1/customers'],
    ['who is new', false, '/v1/checkout/sessions'],
    ['who has been a customer', true, '/v1/checkout/sessions'],
  ])(
    'a checkout of another tab leaves nothing behind of a person %s and deletes the account',
    async (who, isKnown, made) => {
      const uid = `two-tabs-${who.length}`;
      const user = world.user(uid);
      await world.storeUser(uid);
      if (isKnown) requireSession(await user.book(FIRST.price));
      const { promise: opening, resolve } = Promise.withResolvers<void>();
      world.stripeProxy.fault = ({ method, path }) => {
        if (method !== 'POST' || path !== made) return undefined;
        resolve();
        return { kind: 'slow', ms: 1000 };
      };
      const booking = user.book(NEXT.price);
      await opening;
      expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
      expect((await booking).status).not.toBe(200);
      world.stripeProxy.heal();
      await world.settle();
      await expectWorld(world, { [uid]: NOTHING });
      expect(await listCustomers(world, uid)).toEqual([]);
      const open = (await world.stripe.state()).checkoutSessions.filter(
        ({ metadata, status }) => metadata?.uid === uid && status === 'open',
      );
      expect(open).toEqual([]);
      expect(
        world.api().lines.filter((line) => line.includes('without_account') && line.includes(uid)),
      ).toEqual([]);
    },
  );

  it('an event that meets the deletion of its account raises no alert', async () => {
    const { user, subscription } = await subscribe('crossing');
    const events = await world.courier().events({ fresh: false });
    const [event] = events.filter(({ data }) => 'id' in data.object && data.object.id === subscription);
    if (event === undefined) throw new Error('nothing was sold');
    // The event has read the record, and the account is gone when it looks for it.
    world.issuer.fault = async (response) => {
      world.issuer.fault = undefined;
      expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
      response.setHeader('content-type', 'application/json').end('{"kind":"empty"}');
    };
    expect(await world.courier().deliver(event)).toBe(200);
    expect(
      world.api().lines.filter((line) => line.includes('without_account') && line.includes('crossing')),
    ).toEqual([]);
  });

  it('an erased account that Stripe does not let go stops no other, and is reported', async () => {
    const [stuck, gone] = [await subscribe('held'), await subscribe('let-go')];
    for (const { user, subscription } of [stuck, gone]) {
      await world.sdk.subscriptions.cancel(subscription);
      world.issuer.users.delete(user.uid);
    }
    const [customer = ''] = await listCustomers(world, 'held');
    world.stripeProxy.failAt(new RegExp(`^DELETE .*${customer}$`));
    await world.api().reconcile({ evenMany: true });
    expect(await world.observe('users/let-go')).toBeNull();
    expect(await world.observe('users/held')).not.toBeNull();
    expect(world.api().alerts('deletion_stuck', '"uid":"held"')).not.toEqual([]);
    world.stripeProxy.heal();
    await world.api().reconcile();
    expect(await world.observe('users/held')).toBeNull();
  });

  it('the reconciler removes the data of an account that an operator deleted, once the paid period is over', async () => {
    const { subscription } = await subscribe('erased');
    world.issuer.users.delete('erased');
    await world.api().reconcile();
    expect(await world.observe('users/erased')).not.toBeNull();
    expect((await world.sdk.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
    await world.sdk.subscriptions.cancel(subscription);
    await world.api().reconcile();
    expect(await world.observe('users/erased')).toBeNull();
    expect(await listCustomers(world, 'erased')).toEqual([]);
    await expectWorld(world, { erased: NOTHING });
  });

  describe('a changed email address', () => {
    const readEmail = async (uid: string) => {
      const [customer = ''] = await listCustomers(world, uid);
      const found = await world.sdk.customers.retrieve(customer);
      return [await world.observe(`users/${uid}/email`), found.deleted ? undefined : found.email];
    };
    const move = (uid: string, email: string, emailVerified = true) =>
      world.issuer.users.set(uid, { ...world.issuer.users.get(uid), email, emailVerified });

    it("is synchronised only on its owner's request, once verified, and never from token claims", async () => {
      const { user } = await subscribe('mover');
      const former = Array(2).fill('mover@example.com');
      const claims = { email: 'claimed@example.com', email_verified: true };
      const claimed = world.user('mover', 0, () => world.issuer.issue('mover', { claims }));
      expect((await claimed.ask(API_PATHS.account)).status).toBe(200);
      expect(await readEmail('mover')).toEqual(former);
      move('mover', 'unconfirmed@example.com', false);
      await overview(user);
      expect(await readEmail('mover')).toEqual(former);
      move('mover', 'mover@new.example');
      const eve = world.user('eve');
      expect((await eve.post(API_PATHS.account, { customerId: 'mover' })).body.error?.code).toBe('forbidden');
      expect(await readEmail('mover')).toEqual(former);
      await Promise.all([overview(user), overview(user), overview(user)]);
      expect(await readEmail('mover')).toEqual(Array(2).fill('mover@new.example'));
    });

    it('is synchronised by the reconciler after an outage, which does not fail the page', async () => {
      const { user } = await subscribe('slow-mover');
      move('slow-mover', 'slow@new.example');
      world.stripeProxy.failAt(/^POST \/v1\/customers\//, { kind: 'answer', status: 503 });
      await overview(user);
      expect(await readEmail('slow-mover')).toEqual(Array(2).fill('slow-mover@example.com'));
      world.stripeProxy.heal();
      await world.api().reconcile();
      expect(await readEmail('slow-mover')).toEqual(Array(2).fill('slow@new.example'));
    });
  });

  it('signing out everywhere invalidates earlier tokens immediately', async () => {
    const { user } = await subscribe('everywhere');
    const before = world.user('everywhere');
    expect((await user.ask(API_PATHS.signOutEverywhere)).status).toBe(200);
    expect((await before.openPortal()).body.error?.code).toBe('unauthenticated');
    expect(await world.observe('users/everywhere/signedOutAt')).toBeGreaterThan(0);
  });
});
