import { API_PATHS } from '@outharbor/contract/paths';
import type { CallAnswer } from '@outharbor/contract/schemas';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyPlan, sellByHand } from '../support/abuse/purchases.ts';
import { startWorld, type World } from '../support/abuse/world.ts';

describe('what the operator gives to another person in the Stripe dashboard', () => {
  let world: World;
  let pairs = 0;
  beforeAll(async () => {
    world = await startWorld();
    // With fewer people, one who loses a plan is too many.
    for (const uid of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      await buyPlan(world, world.user(uid), FIRST);
    }
  });
  afterAll(() => world.close());

  const findStatus = async (id: string) => (await world.sdk.subscriptions.retrieve(id)).status;
  const reconcile = () => world.api().reconcile();

  /** Somebody who has bought a plan, and somebody else. */
  async function meet() {
    pairs += 1;
    const [seller, heir] = [`former-${pairs}`, `heir-${pairs}`];
    for (const uid of [seller, heir]) await world.storeUser(uid);
    const former = await buyPlan(world, world.user(seller), FIRST);
    // Whoever has no sign-in has no account.
    world.issuer.issue(heir);
    await world.settle();
    const give = { metadata: { uid: heir } };
    return {
      former: former.user,
      heir: world.user(heir),
      subscription: former.subscription,
      customer: former.customer,
      giveSubscription: () => world.sdk.subscriptions.update(former.subscription, give),
      giveCustomer: () => world.sdk.customers.update(former.customer, give),
    };
  }

  it('a given subscription is at once the plan of its new owner, and no longer of its former', async () => {
    const { former, heir, giveSubscription } = await meet();
    await giveSubscription();
    await world.settle();
    expect([await world.readPlan(former.uid), await world.readPlan(heir.uid)]).toEqual([null, FIRST.name]);
  });

  it('a subscription is taken from its owner at once if nothing is left that names one, and the operator told', async () => {
    const { former, subscription, customer } = await meet();
    await world.sdk.customers.update(customer, { metadata: '' });
    await world.sdk.subscriptions.update(subscription, { metadata: '' });
    await world.settle();
    expect(await world.readPlan(former.uid)).toBeNull();
    expect(world.api().alerts('subscription_not_connected', subscription)).not.toEqual([]);
  });

  it('its former owner neither sees, keeps nor changes a given subscription before the event arrives', async () => {
    const { former, subscription, giveSubscription } = await meet();
    await world.sdk.subscriptions.update(subscription, { cancel_at_period_end: true });
    await world.settle();
    await giveSubscription();
    expect((await former.account()).plan).toBeUndefined();
    const change = await former.ask(API_PATHS.createPlanChangeSession, { plan: NEXT.price });
    expect(change.status).toBe(409);
    expect((await former.ask(API_PATHS.keepPlan)).status).toBe(409);
    expect((await world.sdk.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);
  });

  it.each([
    ['the subscription, before its event arrives', { settles: false, customer: false }],
    ['the subscription', { settles: true, customer: false }],
    ['the subscription and its customer', { settles: true, customer: true }],
  ])('goes on with %s after its former owner deletes the account', async (_what, { settles, customer }) => {
    const given = await meet();
    await given.giveSubscription();
    if (customer) await given.giveCustomer();
    if (settles) await world.settle();
    expect((await given.former.ask(API_PATHS.deleteAccount)).status).toBe(200);
    await world.settle();
    await reconcile();
    expect(await findStatus(given.subscription)).toBe('active');
    expect(await world.readPlan(given.heir.uid)).toBe(FIRST.name);
  });

  it('a subscription goes on after the deletion of an account to which only its customer was given', async () => {
    const { former, heir, subscription, customer, giveCustomer } = await meet();
    await giveCustomer();
    expect((await heir.ask(API_PATHS.deleteAccount)).status).toBe(200);
    await world.settle();
    expect(await findStatus(subscription)).toBe('active');
    expect(await world.readPlan(former.uid)).toBe(FIRST.name);
    expect((await world.sdk.refunds.list({ limit: 100 })).data).toEqual([]);
    expect((await world.sdk.customers.retrieve(customer)).deleted).toBeFalsy();
  });

  it('a plan made by hand follows its customer, and is not ended with the former owner', async () => {
    const { former, heir, subscription, customer, giveCustomer } = await meet();
    await world.sdk.subscriptions.cancel(subscription);
    const made = await sellByHand(world, customer, NEXT);
    await world.settle();
    await giveCustomer();
    expect((await former.ask(API_PATHS.deleteAccount)).status).toBe(200);
    await world.settle();
    await reconcile();
    expect(await findStatus(made.id)).toBe('active');
    expect(await world.readPlan(heir.uid)).toBe(NEXT.name);
  });

  it('whoever was given a customer buys a plan of their own, and each keeps theirs', async () => {
    const { former, heir, giveCustomer } = await meet();
    await giveCustomer();
    await buyPlan(world, heir, NEXT);
    await world.settle();
    expect([await world.readPlan(former.uid), await world.readPlan(heir.uid)]).toEqual([
      FIRST.name,
      NEXT.name,
    ]);
  });

  it('whoever lost a customer to another buys again as a new one', async () => {
    const { former, customer, giveSubscription, giveCustomer } = await meet();
    await giveSubscription();
    await giveCustomer();
    await world.settle();
    const again = await buyPlan(world, former, NEXT);
    expect(again.customer).not.toBe(customer);
    expect(await world.readPlan(former.uid)).toBe(NEXT.name);
  });

  it('shows each the receipts that they paid, and cards and portal to the owner of the customer alone', async () => {
    const { former, heir, customer, giveSubscription, giveCustomer } = await meet();
    await giveSubscription();
    await giveCustomer();
    await world.settle();
    expect((await former.account()).receipts).toHaveLength(1);
    expect((await heir.account()).receipts).toEqual([]);
    const { payments } = (await former.ask(API_PATHS.exportAccount))
      .body as unknown as CallAnswer<'exportAccount'>;
    expect(JSON.stringify(payments)).not.toContain(customer);
    expect([(await former.openPortal()).status, (await heir.openPortal()).status]).toEqual([404, 200]);
  });
});
