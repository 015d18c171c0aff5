import { FIRST } from '@outharbor/contract/testing/plans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApiInstance } from '../support/abuse/in-process-api.ts';
import { signUp } from '../support/abuse/purchases.ts';
import { startWorld, type World } from '../support/abuse/world.ts';

describe('a pass that would take away too much', () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.close());

  async function subscribers(count: number): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (let one = 0; one < count; one += 1) {
      const { user, subscription } = await signUp(world, `client-${one}`, FIRST);
      found.set(user.uid, subscription);
    }
    return found;
  }

  /** Stripe keeps events for 30 days. */
  function forgetEvents(isUnreadable = (_path: string) => false): void {
    world.stripeProxy.fault = ({ path }) => {
      if (isUnreadable(path)) return { kind: 'answer', status: 500, body: '{"error":{"type":"api_error"}}' };
      const headers = { 'content-type': 'application/json' };
      const body = '{"object":"list","data":[],"has_more":false}';
      return path === '/v1/events' ? { kind: 'answer', status: 200, body, headers } : undefined;
    };
  }

  const subscription = (id = '') => world.sdk.subscriptions.retrieve(id);

  it.each([1, 2, 3, 6])('takes none of %i plans away under another deployment id', async (count) => {
    const clients = await subscribers(count);
    const stripe = { ...world.config.stripe, deployment: 'renamed' };
    const renamed = await startApiInstance({ ...world.config, stripe }, world.issuer.agent);
    await renamed.reconcile();
    await renamed.close();
    expect(await Promise.all([...clients.keys()].map(world.readPlan))).toEqual(Array(count).fill(FIRST.name));
    expect(renamed.lines.join()).toContain('"alert":"many_plans_lost"');
  });

  it('still ends the only plan once its subscription has ended, even if no event says so', async () => {
    const [[uid, id] = ['', '']] = await subscribers(1);
    await world.sdk.subscriptions.cancel(id);
    forgetEvents();
    await world.api().reconcile();
    expect(await world.readPlan(uid)).toBeNull();
  });

  it('repairs the plans of others while Stripe does not say what became of one subscription', async () => {
    const [[uid, id] = ['', ''], [other] = ['']] = await subscribers(2);
    await world.sdk.subscriptions.cancel(id);
    await world.overwrite(`users/${other}/subscription/planType`, null);
    forgetEvents((path) => path === `/v1/subscriptions/${id}`);
    await world.api().reconcile();
    expect([await world.readPlan(uid), await world.readPlan(other)]).toEqual([FIRST.name, FIRST.name]);
  });

  it.each([1, 6])('deletes none of %i accounts if all are missing', async (count) => {
    const clients = await subscribers(count);
    world.issuer.users.clear();
    await world.settle();
    await world.api().reconcile();
    for (const [uid, id] of clients) {
      expect(await subscription(id)).toMatchObject({ status: 'active', cancel_at_period_end: false });
      expect(await world.observe(`users/${uid}/userName`)).toBe(uid);
    }
    expect(world.api().lines.join()).toContain('"alert":"many_accounts_missing"');
  });

  it('ends the only subscription if its account is missing while others are there', async () => {
    const [[uid, id] = ['', '']] = await subscribers(1);
    for (const other of ['visitor-0', 'visitor-1']) {
      await world.storeUser(other);
      world.issuer.issue(other);
    }
    world.issuer.users.delete(uid);
    await world.api().reconcile();
    expect((await subscription(id)).cancel_at_period_end).toBe(true);
    expect(world.api().lines.join()).toContain('"alert":"subscription_without_account"');
  });

  /** The renewal fails, and then the card works again. */
  async function fallOverdue(id: string): Promise<void> {
    const { customer } = await subscription(id);
    const pay = async (card: string) => {
      const { id: method } = await world.sdk.paymentMethods.attach(card, { customer: String(customer) });
      await world.sdk.subscriptions.update(id, { default_payment_method: method });
    };
    await pay('pm_card_chargeCustomerFail');
    await world.stripe.advanceTime({ months: 1, seconds: 7200 });
    expect((await subscription(id)).status).toBe('past_due');
    await pay('pm_card_visa');
  }

  const countPaid = async (id = '') =>
    (await world.sdk.invoices.list({ subscription: id, status: 'paid' })).data.length;

  it.each([
    ['will be renewed', {}],
    ['was set to end', { cancel_at_period_end: true }],
  ])('collects nothing overdue of an erased account whose subscription %s', async (_how, change) => {
    const [[uid, id = ''] = ['']] = await subscribers(5);
    await fallOverdue(id);
    await world.sdk.subscriptions.update(id, change);
    world.issuer.users.delete(uid);
    await world.api().reconcile();
    await world.stripe.advanceTime({ days: 14 });
    expect(await countPaid(id)).toBe(1);
    expect(world.api().lines.join()).toContain('"alert":"subscription_without_account"');
  });

  it.each([
    ['the first request of the person', (uid: string) => world.user(uid).openPortal()],
    ['the nightly job', () => world.api().reconcile().then(world.settle)],
  ])(
    'pauses the subscription of one disabled account, tells the operator, and resumes it with %s',
    async (_what, resume) => {
      const [[uid, id] = ['', '']] = await subscribers(5);
      world.issuer.users.set(uid, { disabled: true });
      await world.api().reconcile();
      expect((await subscription(id)).pause_collection).not.toBeNull();
      await world.settle();
      expect(await world.readPlan(uid)).toBeNull();
      expect(world.api().lines.join()).toContain('"alert":"disabled_account_paused"');
      await world.stripe.advanceTime({ months: 1, seconds: 7200 });
      expect(await countPaid(id)).toBe(1);
      expect((await world.user(uid).openPortal()).status).toBe(401);
      expect((await subscription(id)).pause_collection).not.toBeNull();
      world.issuer.users.set(uid, {});
      await resume(uid);
      expect((await subscription(id)).pause_collection).toBeNull();
      expect(await world.readPlan(uid)).toBe(FIRST.name);
    },
  );

  it('collects nothing overdue while the account is disabled, and everything once it is enabled again', async () => {
    const [[uid, id = ''] = ['']] = await subscribers(5);
    await fallOverdue(id);
    world.issuer.users.set(uid, { disabled: true });
    await world.api().reconcile();
    await world.stripe.advanceTime({ days: 14 });
    expect(await countPaid(id)).toBe(1);
    world.issuer.users.set(uid, {});
    await world.api().reconcile();
    await world.stripe.advanceTime({ days: 5 });
    expect(await countPaid(id)).toBe(2);
    expect((await subscription(id)).status).toBe('active');
  });

  it('pauses nothing if many accounts are disabled at once, until an operator says so', async () => {
    const clients = await subscribers(3);
    for (const uid of clients.keys()) world.issuer.users.set(uid, { disabled: true });
    await world.api().reconcile();
    const paused = async () =>
      (await Promise.all([...clients.values()].map(subscription))).filter((one) => one.pause_collection)
        .length;
    expect(await paused()).toBe(0);
    expect(world.api().lines.join()).toContain('"alert":"many_accounts_disabled"');
    await world.api().reconcile({ evenMany: true });
    expect(await paused()).toBe(3);
  });
});
