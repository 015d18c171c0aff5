import { planLookupKey } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { actual, expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { buyPlan, createOtherPrice, openSession, payPlan, replacePrice } from '../support/abuse/purchases.ts';
import { startSecondDeployment } from '../support/abuse/second-deployment.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('a shared Stripe account', () => {
  const world = suiteFixture(startWorld);
  const staging = suiteFixture(() => startSecondDeployment(world));
  afterEach(() => expectWorld(world, {}));

  const readStatus = async (id: string) => (await world.sdk.checkout.sessions.retrieve(id)).status;

  it("another deployment neither expires nor confirms this deployment's session", async () => {
    const [here, there] = [world.user('same-uid'), staging.user('same-uid')];
    const ours = requireSession(await here.book(FIRST.price));
    const theirs = requireSession(await there.book(NEXT.price));
    expect([await readStatus(ours.id), await readStatus(theirs.id)]).toEqual(['open', 'open']);
    await world.stripe.pay(ours.id, { card: VISA });
    expect((await there.confirm(ours.id)).status).toBe(404);
    expect((await here.confirm(ours.id)).body.planType).toBe(FIRST.name);
    expect(await readStatus(theirs.id)).toBe('open');
  });

  it("another deployment's payment grants no plan here, through webhooks, the event list or the walk", async () => {
    const there = staging.user('elsewhere');
    const id = await payPlan(world, there, LAST);
    expect((await there.confirm(id)).body.planType).toBe(LAST.name);
    await world.settle();
    await world.api().reconcile();
    await staging.reconcile();
    expect(await world.observe('billing/elsewhere')).toBeNull();
    expect(await world.observe('users/elsewhere')).toBeNull();
    const { subscriptions } = await world.stripe.state();
    const theirs = subscriptions.find(({ metadata }) => metadata.uid === 'elsewhere');
    expect([theirs?.status, theirs?.cancel_at_period_end]).toEqual(['active', false]);
  });

  it('another product with the same metadata is neither a plan nor refunded as a duplicate', async () => {
    const bought = await buyPlan(world, world.user('customer-of-two'), NEXT);
    const foreign = await openSession(world, bought, [
      await createOtherPrice(world, 900, { plan: LAST.name }),
    ]);
    await world.stripe.pay(foreign, { card: VISA });
    await world.settle();
    await world.api().reconcile();
    expect(await actual(world, 'customer-of-two')).toMatchObject({ plan: NEXT.name, live: 2, refunds: 0 });
  });

  it('recognises a plan at any position among the subscription items', async () => {
    const user = world.user('several-items');
    const { id } = requireSession(await user.book(NEXT.price));
    const opened = await world.sdk.checkout.sessions.retrieve(id);
    const extra = await createOtherPrice(world);
    const both = await openSession(world, opened, [extra, opened.metadata?.price ?? '']);
    await world.stripe.pay(both, { card: VISA });
    expect((await user.confirm(both)).body.planType).toBe(NEXT.name);
  });

  it('does not sell a lookup key that was moved to another product', async () => {
    const product = await world.sdk.products.create({ name: 'Cheap' });
    const { before } = await replacePrice(world, NEXT, product.id);
    const fresh = await startSecondDeployment(world, 'fresh');
    expect((await fresh.user('buyer').book(NEXT.price)).body.error?.code).toBe('plan_not_for_sale');
    await fresh.close();
    await world.sdk.prices.update(before, {
      lookup_key: planLookupKey(NEXT),
      transfer_lookup_key: true,
    });
  });

  it('logs and counts an event of the other mode and changes nothing', async () => {
    const [event] = (await world.sdk.events.list({ types: ['customer.subscription.created'], limit: 1 }))
      .data;
    if (event === undefined) throw new Error('there is no event');
    const courier = world.courier();
    expect(await courier.deliver({ ...event, livemode: true })).toBe(200);
    expect(world.api().lines.join()).toContain('event from the other Stripe mode');
    expect(await world.api().metrics.registry.metrics()).toContain('outcome="other_mode"} 1');
  });

  it('an event for a uid without an account raises an alert and creates no record', async () => {
    const user = world.user('erased');
    await payPlan(world, user, FIRST);
    world.issuer.users.delete('erased');
    const before = await world.observe('billing/erased');
    await world.settle();
    expect(await world.observe('billing/erased')).toEqual(before);
    expect(world.api().lines.join()).toContain('"alert":"event_without_account"');
    const find = async () =>
      (await world.stripe.state()).subscriptions.find(({ metadata }) => metadata.uid === 'erased');
    const theirs = await find();
    // One event does not tell an erased account from a wrong project; the nightly job compares all.
    expect(theirs?.cancel_at_period_end).toBe(false);
    await expectWorld(world, { erased: { ...NOTHING, sessions: { complete: 1 }, live: 1 } });
    await world.api().reconcile();
    expect((await find())?.cancel_at_period_end).toBe(true);
    await expectWorld(world, { erased: { ...NOTHING, sessions: { complete: 1 }, live: 1 } });
    await world.sdk.subscriptions.cancel(theirs?.id ?? '');
    await world.api().reconcile();
    await expectWorld(world, { erased: NOTHING });
  });

  it('creates no record when the subscription of a fully deleted account ends', async () => {
    const { subscription } = await buyPlan(world, world.user('erased-whole'), FIRST);
    world.issuer.users.delete('erased-whole');
    for (const path of ['billing', 'users']) await world.overwrite(`${path}/erased-whole`, null);
    await world.sdk.subscriptions.cancel(subscription);
    await world.settle();
    expect(await world.observe('billing/erased-whole')).toBeNull();
  });
});
