import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, paidFor } from '../support/abuse/oracles.ts';
import { openSecondSession, payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('one subscription per person', () => {
  const world = suiteFixture(() => startWorld({ apis: 2 }));
  afterEach(() => expectWorld(world, {}));

  it('expires the first session when a second tab opens one', async () => {
    const user = world.user('two-tabs');
    const first = requireSession(await user.book(FIRST.price));
    const second = requireSession(await user.book(NEXT.price));
    expect((await world.stripe.pay(first.id, { card: VISA })).result).toBe('expired');
    await world.stripe.pay(second.id, { card: VISA });
    expect((await user.confirm(second.id)).body.planType).toBe(NEXT.name);
    await expectWorld(world, {
      'two-tabs': { plan: NEXT.name, sessions: { expired: 1, complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('issues one payable session when tabs, devices and processes race', async () => {
    const users = [world.user('racer', 0), world.user('racer', 1)];
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((api) => users[api]?.book(LAST.price)));
    const given = answers.flatMap((answer) => answer?.body.session?.id ?? []);
    const rejected = answers.flatMap((answer) => answer?.body.error?.code ?? []);
    expect(given.length + rejected.length).toBe(6);
    expect(new Set(rejected)).toEqual(new Set(rejected.length > 0 ? ['checkout_in_progress'] : []));
    const paid = await Promise.all([...new Set(given)].map((id) => world.stripe.pay(id, { card: VISA })));
    expect(paid.filter(({ result }) => result === 'complete')).toHaveLength(1);
    await world.instances[0]?.reconcile();
    const made = (await world.stripe.state()).checkoutSessions.filter(
      ({ metadata }) => metadata?.uid === 'racer',
    );
    await expectWorld(world, {
      racer: {
        plan: LAST.name,
        sessions: { complete: 1, ...(made.length > 1 && { expired: made.length - 1 }) },
        live: 1,
        ended: 0,
        refunds: 0,
      },
    });
  });

  it('rejects a second checkout by a subscriber, even before any webhook arrives', async () => {
    const user = world.user('subscriber');
    await payPlan(world, user, FIRST);
    expect((await user.book(NEXT.price)).body.error?.code).toBe('plan_already_active');
    await expectWorld(world, { subscriber: paidFor(FIRST) });
  });

  it('cancels and refunds the second of two paid subscriptions, and raises an alert', async () => {
    const user = world.user('payer');
    const { id } = requireSession(await user.book(FIRST.price));
    const other = await openSecondSession(world, await world.sdk.checkout.sessions.retrieve(id), NEXT);
    await world.stripe.pay(id, { card: VISA });
    await world.stripe.advanceTime({ seconds: 5 });
    await world.stripe.pay(other, { card: VISA });
    const both = [world.user('payer', 0), world.user('payer', 1)];
    await Promise.all(both.flatMap((tab) => [tab.confirm(id), tab.confirm(other)]));
    expect((await user.confirm(id)).body.planType).toBe(FIRST.name);
    expect((await user.confirm(other)).body.error?.code).toBe('subscription_ended');
    expect(world.instances.flatMap(({ lines }) => lines).join()).toContain(
      '"alert":"duplicate_subscription"',
    );
    await expectWorld(world, {
      payer: { plan: FIRST.name, sessions: { complete: 2 }, live: 1, ended: 1, refunds: 1 },
    });
  });

  it('ends a duplicate subscription even if its refund fails, and refunds it later', async () => {
    const user = world.user('quitter');
    const { id } = requireSession(await user.book(FIRST.price));
    const other = await openSecondSession(world, await world.sdk.checkout.sessions.retrieve(id), NEXT);
    world.stripeProxy.failAt(/^POST \/v1\/refunds$/);
    await world.stripe.pay(id, { card: VISA });
    await world.stripe.advanceTime({ seconds: 5 });
    await world.stripe.pay(other, { card: VISA });
    expect((await user.confirm(other)).status).toBe(503);
    const { subscription } = await world.sdk.checkout.sessions.retrieve(other);
    const ended = await world.sdk.subscriptions.retrieve(String(subscription));
    expect(ended.status).toBe('canceled');
    expect(ended.metadata).toMatchObject({ duplicate_of: expect.any(String) });
    world.stripeProxy.heal();
    await world.instances[0]?.reconcile();
    await world.instances[1]?.reconcile();
    await expectWorld(world, {
      quitter: { plan: FIRST.name, sessions: { complete: 2 }, live: 1, ended: 1, refunds: 1 },
    });
  });
});
