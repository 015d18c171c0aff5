import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, planAmount } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { changePrice, findPrice, openSecondSession, signUp } from '../support/abuse/purchases.ts';
import { startWorld } from '../support/abuse/world.ts';
import { FAILS_ON_RENEWAL, VISA } from '../support/card.ts';

/** Stripe accepts a refund to it, and the bank rejects it a few seconds later. */
const REJECTS_REFUNDS = '4000000000005126';
const DECIDED = { seconds: 10 };
const MONTH = { months: 1, seconds: 7200 };

describe('money that is owed back', () => {
  const world = suiteFixture(startWorld);

  const readReturned = async (customer: string) =>
    (await world.sdk.charges.list({ customer })).data.reduce((sum, one) => sum + one.amount_refunded, 0);

  const subscribe = (uid: string, { card = VISA, plan = FIRST } = {}) => signUp(world, uid, plan, card);

  /** A second payment, as a fault might leave behind, which no event has reported yet. */
  async function payTwice(uid: string, { card = VISA, plan = FIRST } = {}) {
    const first = await subscribe(uid);
    await world.stripe.advanceTime({ seconds: 5 });
    const id = await openSecondSession(world, first, plan);
    await world.stripe.pay(id, { card });
    const second = String((await world.sdk.checkout.sessions.retrieve(id)).subscription);
    return { ...first, second };
  }

  const paidBy = async (subscription: string) =>
    (await world.sdk.invoices.list({ subscription })).data.reduce((sum, one) => sum + one.amount_paid, 0);

  const changePlan = async (subscription: string, plan: typeof FIRST) =>
    changePrice(world, subscription, await findPrice(world, plan));

  async function readBalance(customer: string): Promise<number> {
    const found = await world.sdk.customers.retrieve(customer);
    return found.deleted ? 0 : found.balance;
  }

  it.each([
    ['changed', (second: string) => changePlan(second, LAST)],
    ['renewed', () => world.stripe.advanceTime(MONTH)],
  ])(
    'returns all that a second subscription has taken if it was %s before it was noticed',
    async (how, act) => {
      const { customer, second } = await payTwice(`twice-${how}`);
      await act(second);
      const taken = await paidBy(second);
      expect((await world.sdk.invoices.list({ subscription: second })).data.length).toBe(2);
      await world.settle();
      await world.api().reconcile();
      expect(await readReturned(customer)).toBe(taken);
      expect(await world.observe(`billing/twice-${how}/refundDue`)).toBeNull();
    },
  );

  it.each([
    ['the next event', 'cheaper', () => world.settle()],
    ['the deletion of the account', 'cheaper-leaver', undefined],
  ])('returns what a second subscription took and takes the credit it left, at %s', async (_at, uid, act) => {
    const { user, customer, second } = await payTwice(uid, { plan: LAST });
    await changePlan(second, FIRST);
    expect(await readBalance(customer)).toBeLessThan(0);
    const taken = await paidBy(second);
    await (act === undefined ? user.ask(API_PATHS.deleteAccount) : act());
    await world.api().reconcile();
    expect([await readReturned(customer), await readBalance(customer)]).toEqual([taken, 0]);
  });

  it('gives back the credit that a second subscription used', async () => {
    const { customer, second } = await payTwice('credited');
    // Half of what the change costs.
    const amount = -Math.floor((planAmount(LAST) - planAmount(FIRST)) / 2);
    const credit = { amount, currency: PLAN_CURRENCY };
    await world.sdk.customers.createBalanceTransaction(customer, credit);
    await changePlan(second, LAST);
    expect(await readBalance(customer)).toBe(0);
    const taken = await paidBy(second);
    await world.settle();
    await world.api().reconcile();
    expect([await readReturned(customer), await readBalance(customer)]).toEqual([taken, credit.amount]);
  });

  it('does not return what an overdue subscription took before the one that replaces it', async () => {
    const first = await subscribe('overdue', { card: FAILS_ON_RENEWAL });
    const { customer, subscription } = first;
    await world.stripe.advanceTime(MONTH);
    expect((await world.sdk.subscriptions.retrieve(subscription)).status).toBe('past_due');
    const id = await openSecondSession(world, first, NEXT);
    await world.stripe.pay(id, { card: VISA });
    await world.settle();
    await world.api().reconcile();
    expect((await world.sdk.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await world.readPlan('overdue')).toBe(NEXT.name);
    expect(await readReturned(customer)).toBe(0);
  });

  it('counts a pending refund as due until it is made', async () => {
    const { customer, second } = await payTwice('pending');
    const pending = {
      ...{ id: 're_1', object: 'refund', amount: planAmount(NEXT), currency: PLAN_CURRENCY },
      status: 'pending',
      metadata: { subscription: second },
    };
    world.stripeProxy.failAt(/^GET \/v1\/refunds$/, {
      kind: 'answer',
      status: 200,
      body: JSON.stringify({ object: 'list', data: [pending], has_more: false }),
      headers: { 'content-type': 'application/json' },
    });
    await world.settle();
    await world.api().reconcile();
    expect(await world.observe('billing/pending/refundDue')).toBe(second);
    world.stripeProxy.heal();
    await world.api().reconcile();
    expect(await world.observe('billing/pending/refundDue')).toBeNull();
    expect(await readReturned(customer)).toBe(await paidBy(second));
    expect(world.api().alerts('refund_rejected', 'pending')).toEqual([]);
  });

  it.each(['with its events', 'without any event'])(
    'tells the operator once of a refund that fails later, %s',
    async (how) => {
      const uid = `rejected-${how.length}`;
      const { customer, second } = await payTwice(uid, { card: REJECTS_REFUNDS });
      await world.settle();
      await world.stripe.advanceTime(DECIDED);
      if (how === 'with its events') await world.settle();
      await world.api().reconcile();
      await world.api().reconcile();
      expect(world.api().alerts('refund_failed', customer)).toMatchObject([
        { customer, subscription: second, amount: await paidBy(second), currency: PLAN_CURRENCY },
      ]);
      const made = (await world.stripe.state()).refunds.filter(
        ({ metadata }) => metadata?.subscription === second,
      );
      expect(made).toHaveLength(1);
    },
  );

  it('tells the operator of a refund that fails later even if Stripe notes that and the answer is lost', async () => {
    const { customer } = await payTwice('unnoted', { card: REJECTS_REFUNDS });
    await world.settle();
    await world.stripe.advanceTime(DECIDED);
    world.stripeProxy.failAt(/^POST \/v1\/refunds\//, { kind: 'drop_after' });
    expect((await world.api().reconcile()).failures).toBeGreaterThan(0);
    world.stripeProxy.heal();
    await world.api().reconcile();
    expect(world.api().alerts('refund_failed', customer)).not.toEqual([]);
  });

  it('says on the receipt what the operator returned, in part and in full, and keeps the plan', async () => {
    const { user, customer } = await subscribe('returned');
    const receipts = async () => (await user.account()).receipts;
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    if (charge === undefined) throw new Error('nothing was charged');
    expect((await receipts())[0]).not.toHaveProperty('returned');
    await world.sdk.refunds.create({ charge: charge.id, amount: 100 });
    expect(await receipts()).toMatchObject([{ amount: charge.amount, status: 'paid', returned: 100 }]);
    await world.sdk.refunds.create({ charge: charge.id });
    await world.settle();
    await world.api().reconcile();
    expect(await receipts()).toMatchObject([{ amount: charge.amount, returned: charge.amount }]);
    expect(await world.readPlan('returned')).toBe(FIRST.name);
  });

  it('no longer says on the receipt that a payment was returned once the refund has failed', async () => {
    const { user, customer } = await subscribe('unreturned', { card: REJECTS_REFUNDS });
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    await world.sdk.refunds.create({ charge: charge?.id ?? '', amount: 100 });
    await world.stripe.advanceTime(DECIDED);
    await world.settle();
    const { plan, receipts } = await user.account();
    expect([plan?.planType, receipts[0]?.status]).toEqual([FIRST.name, 'paid']);
    expect(receipts[0]).not.toHaveProperty('returned');
  });

  it('remembers after a deletion what is due, until it is made', async () => {
    const { user, customer, second } = await payTwice('leaver');
    await world.stripe.setSwitches({ refundRefusal: 'insufficient_balance' });
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    expect(await world.observe('billing/leaver')).toMatchObject({
      deletedAt: expect.any(Number),
      refundDue: second,
    });
    await world.stripe.setSwitches({ refundRefusal: 'none' });
    await world.api().reconcile();
    expect(await world.observe('billing/leaver/refundDue')).toBeNull();
    expect(await readReturned(customer)).toBe(await paidBy(second));
  });

  /** Returns the credit that the change leaves. */
  async function changeToCheaper(customer: string, subscription: string): Promise<number> {
    await changePlan(subscription, FIRST);
    return -(await readBalance(customer));
  }

  it('pays a credit back once if the deletion was interrupted after the refund', async () => {
    const { user, customer, subscription } = await subscribe('interrupted', { plan: LAST });
    const amount = await changeToCheaper(customer, subscription);
    world.stripeProxy.failAt(/^POST .*\/balance_transactions$/, { kind: 'drop_before' });
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(503);
    world.stripeProxy.heal();
    await world.api().reconcile();
    expect(await world.observe('billing/interrupted/deletedAt')).toBeGreaterThan(0);
    expect(await readReturned(customer)).toBe(amount);
    expect(world.api().alerts('credit_not_paid_back', customer)).toEqual([]);
  });

  it('pays back what came from a change of plan, and not what the operator gave, which payments use first', async () => {
    const { user, customer, subscription } = await subscribe('given', { plan: LAST });
    const give = (amount: number) =>
      world.sdk.customers.createBalanceTransaction(customer, { amount: -amount, currency: PLAN_CURRENCY });
    await give(30_000);
    const changed = (await changeToCheaper(customer, subscription)) - 30_000;
    await world.stripe.advanceTime(MONTH);
    await give(700);
    await world.settle();
    const balance = await readBalance(customer);
    const left = Math.min(changed, changed + 30_000 - planAmount(FIRST));
    const { credit } = await user.account();
    expect(credit).toEqual({ amount: -balance, currency: PLAN_CURRENCY, returnable: left });
    expect([left > 0, left < -balance]).toEqual([true, true]);
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    expect(await readReturned(customer)).toBe(left);
    expect(world.api().alerts('credit_not_paid_back', customer)).toEqual([]);
  });

  it('tells the operator of a credit even if the deletion of the customer was not heard of', async () => {
    const { user, customer, subscription } = await subscribe('unheard', { plan: LAST });
    const amount = await changeToCheaper(customer, subscription);
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    await world.sdk.refunds.create({ charge: charge?.id ?? '' });
    let isFirst = true;
    world.stripeProxy.fault = ({ method, path }) => {
      if (!isFirst || method !== 'DELETE' || !path.endsWith(customer)) return undefined;
      isFirst = false;
      return { kind: 'drop_after' };
    };
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    world.stripeProxy.heal();
    expect(world.api().alerts('credit_not_paid_back', customer)).toMatchObject([{ customer, amount }]);
  });

  it('tells the operator of a credit whose refund fails after the account is gone', async () => {
    const { user, customer, subscription } = await subscribe('creditor', {
      card: REJECTS_REFUNDS,
      plan: LAST,
    });
    await changeToCheaper(customer, subscription);
    expect((await user.ask(API_PATHS.deleteAccount)).status).toBe(200);
    const amount = await readReturned(customer);
    expect(amount).toBeGreaterThan(0);
    await world.stripe.advanceTime(DECIDED);
    await world.settle();
    await world.api().reconcile();
    expect(world.api().alerts('refund_failed', customer)).toMatchObject([
      { customer, amount, currency: PLAN_CURRENCY },
    ]);
  });
});
