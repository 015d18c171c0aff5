import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { buyPlan, openSecondSession, payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('real Stripe behaviour that a simple emulator omits', () => {
  const world = suiteFixture(startWorld);
  let requests: string[] = [];
  beforeAll(async () => {
    await world.user('first').book(FIRST.price);
  });
  afterEach(async () => {
    world.stripeProxy.heal();
    await world.stripe.setSwitches({ refundRefusal: 'none', listDelaySeconds: 0 });
    await expectWorld(world, {});
  });

  function watch() {
    requests = [];
    world.stripeProxy.fault = ({ method, path }) => {
      requests.push(`${method} ${path}`);
      return undefined;
    };
  }

  const subscribe = (uid: string) => buyPlan(world, world.user(uid), NEXT);

  it.each([
    ['confirmed first', []],
    ['reported by webhooks first', ['GET /v1/subscriptions']],
  ])(
    'a purchase that is %s makes at most six Stripe calls, no two to the same endpoint',
    async (order, extra) => {
      const user = world.user(`buyer ${order}`.replaceAll(' ', '-'));
      const events = world.courier();
      await events.settle();
      watch();
      const id = await payPlan(world, user, NEXT);
      if (order === 'confirmed first') await user.confirm(id);
      await Promise.all((await events.events({ fresh: true })).map((event) => events.deliver(event)));
      if (order !== 'confirmed first') expect((await user.confirm(id)).body.planType).toBe(NEXT.name);
      const asked = requests.filter((request) => !request.startsWith('GET /v1/prices'));
      expect(asked.map((request) => request.replace(id, ':id')).toSorted()).toEqual([
        'GET /v1/checkout/sessions/:id',
        'GET /v1/customers',
        'GET /v1/customers/search',
        ...extra,
        'POST /v1/checkout/sessions',
        'POST /v1/customers',
      ]);
    },
  );

  it('returns the open session for the same plan without creating anything', async () => {
    const user = world.user('hesitant');
    const first = requireSession(await user.book(NEXT.price));
    watch();
    expect(requireSession(await user.book(NEXT.price))).toEqual(first);
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('revokes the plan while collection is paused and restores it afterwards', async () => {
    const { subscription } = await subscribe('paused');
    const events = world.courier();
    await world.sdk.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
    await events.settle();
    expect(await world.readPlan('paused')).toBeNull();
    await world.sdk.subscriptions.update(subscription, { pause_collection: '' });
    await events.settle();
    expect(await world.readPlan('paused')).toBe(NEXT.name);
  });

  /** Sets up a subscriber who has paid twice and whose refund Stripe rejects. */
  async function rejectedRefund(uid: string) {
    const first = await subscribe(uid);
    const id = await openSecondSession(world, first, FIRST);
    await world.stripe.advanceTime({ seconds: 5 });
    await world.stripe.pay(id, { card: VISA });
    await world.stripe.setSwitches({ refundRefusal: 'insufficient_balance' });
    expect((await first.user.confirm(id)).body.error?.code).toBe('subscription_ended');
    const { subscription } = await world.sdk.checkout.sessions.retrieve(id);
    return { ...first, second: String(subscription) };
  }
  const paidTwice = { plan: NEXT.name, sessions: { complete: 2 }, live: 1, ended: 1 };

  it('a rejected refund still ends the duplicate subscription, and raises an alert', async () => {
    const { subscription } = await rejectedRefund('rejected');
    expect(world.api().lines.join()).toContain('"alert":"refund_rejected"');
    expect(await world.observe('billing/rejected/subscriptionId')).toBe(subscription);
    await expectWorld(world, { rejected: { ...paidTwice, refunds: 0 } });
    await world.api().reconcile();
    await world.stripe.setSwitches({ refundRefusal: 'none' });
    await world.api().reconcile();
    await expectWorld(world, { rejected: { ...paidTwice, refunds: 1 } });
    expect(await world.observe('billing/rejected/refundDue')).toBeNull();
  });

  it('a manual refund is not repeated and stops the alert', async () => {
    const { second } = await rejectedRefund('by-hand');
    expect(await world.observe('billing/by-hand/refundDue')).toBe(second);
    await world.sdk.subscriptions.update(second, { metadata: { duplicate_refunded: 'true' } });
    const rejections = async () =>
      /^outharbor_refunds_rejected_total (\d+)$/m.exec(await world.api().metrics.registry.metrics())?.[1];
    const before = await rejections();
    await world.api().reconcile();
    expect([await rejections(), await world.observe('billing/by-hand/refundDue')]).toEqual([before, null]);
    await world.stripe.setSwitches({ refundRefusal: 'none' });
    await world.api().reconcile();
    await expectWorld(world, { 'by-hand': { ...paidTwice, refunds: 0 } });
  });

  it('a lagging list does not hide a payable session', async () => {
    const user = world.user('late');
    await world.stripe.setSwitches({ listDelaySeconds: 60 });
    const first = requireSession(await user.book(FIRST.price));
    const second = requireSession(await user.book(LAST.price));
    expect((await world.stripe.pay(first.id, { card: VISA })).result).toBe('expired');
    await world.stripe.pay(second.id, { card: VISA });
    expect((await user.book(FIRST.price)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, {
      late: { ...NOTHING, plan: LAST.name, sessions: { expired: 1, complete: 1 }, live: 1 },
    });
  });
});
