import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { getDatabase } from 'firebase-admin/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, NOTHING, paidFor } from '../support/abuse/oracles.ts';
import { buyPlan, payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import type { WebhookCourier } from '../support/abuse/webhook-courier.ts';
import { startWorld } from '../support/abuse/world.ts';
import { FAILS_ON_RENEWAL, VISA } from '../support/card.ts';

describe('a plan is granted for a payment and for nothing else', () => {
  const world = suiteFixture(startWorld);
  let courier: WebhookCourier;
  beforeAll(async () => {
    courier = world.courier();
  });

  const subscribe = (uid: string, card = VISA) => buyPlan(world, world.user(uid), NEXT, card);

  it('grants nothing for an open session, however often it is confirmed', async () => {
    const user = world.user('impatient');
    const { id } = requireSession(await user.book(FIRST.price));
    for (let time = 0; time < 3; time += 1) {
      expect((await user.confirm(id)).body.error?.code).toBe('payment_incomplete');
    }
    await expectWorld(world, { impatient: { ...NOTHING, sessions: { open: 1 } } });
  });

  it('grants nothing after a declined card, and the plan after a successful one', async () => {
    const user = world.user('declined');
    const { id } = requireSession(await user.book(FIRST.price));
    expect((await world.stripe.pay(id, { card: '4000000000000002' })).result).toBe('declined');
    expect((await user.confirm(id)).status).toBe(409);
    await world.stripe.pay(id, { card: VISA });
    expect((await user.confirm(id)).body).toEqual({ planType: FIRST.name, sessionId: id });
    await expectWorld(world, { declined: paidFor(FIRST) });
  });

  it('grants nothing for an expired session', async () => {
    const user = world.user('late');
    const { id } = requireSession(await user.book(FIRST.price));
    await world.sdk.checkout.sessions.expire(id);
    expect((await user.confirm(id)).body.error?.code).toBe('payment_incomplete');
    await expectWorld(world, { late: { ...NOTHING, sessions: { expired: 1 } } });
  });

  it("does not confirm one user's session for another", async () => {
    const { id } = await subscribe('owner');
    const thief = world.user('thief');
    expect((await thief.confirm(id)).body.error?.code).toBe('forbidden');
    const forOwner = await thief.post('/api/v1/payment-success', { sessionId: id, firebaseId: 'owner' });
    expect(forOwner.body.error?.code).toBe('forbidden');
    await expectWorld(world, {
      thief: NOTHING,
      owner: paidFor(NEXT),
    });
  });

  it('grants the plan when the tab was closed after paying', async () => {
    const { id } = requireSession(await world.user('tab-closed').book(LAST.price));
    await world.stripe.pay(id, { card: VISA });
    await courier.settle();
    await expectWorld(world, { 'tab-closed': paidFor(LAST) });
  });

  it('grants the plan through the reconciler when no webhook arrives', async () => {
    const { id } = requireSession(await world.user('no-webhook').book(LAST.price));
    await world.stripe.pay(id, { card: VISA });
    const report = await world.api().reconcile();
    expect(report?.plansRepaired).toContain('no-webhook');
    await expectWorld(world, { 'no-webhook': paidFor(LAST) });
  });

  it('never grants a cancelled subscription again, through its session or a replayed event', async () => {
    const { user, id, subscription } = await subscribe('leaver');
    await world.sdk.subscriptions.cancel(subscription);
    await courier.settle();
    expect((await user.confirm(id)).body.error?.code).toBe('subscription_ended');
    for (const event of await courier.events({ fresh: false })) await courier.deliver(event);
    await expectWorld(world, { leaver: { ...NOTHING, sessions: { complete: 1 }, ended: 1 } });
  });

  it('lets a user subscribe again after their customer was deleted at Stripe', async () => {
    const { user, id, customer } = await subscribe('deleted');
    await world.sdk.customers.del(customer);
    await courier.settle();
    expect((await user.confirm(id)).body.error?.code).toBe('subscription_ended');
    const again = await payPlan(world, user, FIRST);
    expect((await user.confirm(again)).body.planType).toBe(FIRST.name);
    expect((await user.confirm(id)).body.error?.code).toBe('subscription_ended');
    await world.api().reconcile();
    await expectWorld(world, { deleted: paidFor(FIRST) });
  });

  it('does not let an older session override a newer subscription', async () => {
    const { user, id: older, subscription } = await subscribe('returner');
    await world.sdk.subscriptions.cancel(subscription);
    await courier.settle();
    const newer = await payPlan(world, user, FIRST);
    await user.confirm(newer);
    expect((await user.confirm(older)).body.error?.code).toBe('subscription_ended');
    await expectWorld(world, {
      returner: { plan: FIRST.name, sessions: { complete: 2 }, live: 1, ended: 1, refunds: 0 },
    });
  });

  it('reaches the same state for any order and number of deliveries', async () => {
    const { subscription } = await subscribe('shuffled');
    await world.sdk.subscriptions.update(subscription, { cancel_at_period_end: true });
    await world.sdk.subscriptions.update(subscription, { cancel_at_period_end: false });
    const events = await courier.events({ fresh: false });
    await Promise.all([...events.toReversed(), ...events].map((event) => courier.deliver(event)));
    await expectWorld(world, { shuffled: paidFor(NEXT) });
  });

  it('keeps the plan while Stripe retries a failed renewal, revokes it on cancellation, and keeps the portal open', async () => {
    const { subscription } = await subscribe('defaulter', FAILS_ON_RENEWAL);
    await world.stripe.advanceTime({ months: 1, days: 1 });
    await courier.settle();
    expect((await world.sdk.subscriptions.retrieve(subscription)).status).toBe('past_due');
    expect((await world.user('defaulter').openPortal()).status).toBe(200);
    await expectWorld(world, { defaulter: paidFor(NEXT) });
    await world.sdk.subscriptions.cancel(subscription);
    await courier.settle();
    await expectWorld(world, { defaulter: { ...NOTHING, sessions: { complete: 1 }, ended: 1 } });
    expect((await world.user('defaulter').openPortal()).status).toBe(200);
  });

  it('keeps the plan across a paid renewal', async () => {
    await subscribe('loyal');
    await world.stripe.advanceTime({ months: 1 });
    await courier.settle();
    await expectWorld(world, { loyal: paidFor(NEXT) });
  });

  it('revokes a plan that was written directly into the database', async () => {
    world.issuer.users.set('forged', {});
    const database = getDatabase(world.observer);
    await database.ref().update({
      'billing/forged/revision': 1,
      'billing/forged/planType': LAST.name,
      'users/forged/subscription/planType': LAST.name,
    });
    await world.api().reconcile();
    await expectWorld(world, { forged: NOTHING });
  });
});
