import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import type { Subscription, SubscriptionStatus, WebhookEvent } from '../gateways/payments.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { agreesWithEvent, decidePlan, pausedIn } from './decide-plan.ts';

const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  uid: 'u',
  customerId: 'cus_u',
  status: 'active',
  plan: FIRST.name,
  soldHere: true,
  isUnclaimed: false,
  pauseMark: undefined,
  pausedHere: false,
  created: 100,
  attempt: undefined,
  endsAt: undefined,
  duplicateOf: undefined,
  refunded: false,
  ...change,
});

describe('decidePlan', () => {
  it.each<[SubscriptionStatus, string | undefined]>([
    ['active', FIRST.name],
    ['trialing', FIRST.name],
    ['past_due', FIRST.name],
    ['unpaid', undefined],
    ['paused', undefined],
    ['incomplete', undefined],
    ['incomplete_expired', undefined],
    ['canceled', undefined],
  ])('%s grants %s', (status, plan) => {
    expect(decidePlan([subscription({ status })]).kept?.plan).toBe(plan);
  });

  it('grants nothing without a subscription', () => {
    expect(decidePlan([])).toEqual({ kept: undefined, surplus: [], leftToOperator: [] });
  });

  it('keeps the older of two and ends the newer, in any order', () => {
    const older = subscription();
    const newer = subscription({ id: 'sub_2', plan: NEXT.name, created: 101 });
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      expect(decidePlan(order)).toEqual({ kept: older, surplus: [newer], leftToOperator: [] });
    }
  });

  it('is deterministic for two created in the same second', () => {
    const one = subscription({ id: 'sub_a' });
    const other = subscription({ id: 'sub_b' });
    expect(decidePlan([other, one]).kept).toEqual(one);
    expect(decidePlan([one, other]).kept).toEqual(one);
  });

  it('prefers a plan of the catalogue to an older arrangement', () => {
    const arranged = subscription({ plan: SPECIAL_PLAN, soldHere: false });
    const sold = subscription({ id: 'sub_2', created: 200 });
    for (const order of [
      [arranged, sold],
      [sold, arranged],
    ])
      expect(decidePlan(order)).toEqual({ kept: sold, surplus: [], leftToOperator: [arranged] });
  });

  it('ends a second overdue subscription beside the one that was made by hand later', () => {
    const first = subscription({ status: 'past_due' });
    const second = subscription({ id: 'sub_2', status: 'past_due', created: 101 });
    const byHand = subscription({ id: 'sub_3', created: 200, soldHere: false });
    expect(decidePlan([first, second, byHand])).toEqual({
      kept: byHand,
      surplus: [second],
      leftToOperator: [first],
    });
  });

  it('keeps an unpaid subscription beside one that was made by hand later, since no other was sold', () => {
    const unpaid = subscription({ status: 'unpaid' });
    const byHand = subscription({ id: 'sub_2', created: 200, soldHere: false });
    expect(decidePlan([unpaid, byHand])).toEqual({ kept: byHand, surplus: [], leftToOperator: [unpaid] });
  });

  it('ends nothing that was sold for one made by hand in the same second', () => {
    const sold = subscription({ id: 'sub_b' });
    const byHand = subscription({ id: 'sub_a', soldHere: false });
    expect(decidePlan([byHand, sold])).toEqual({ kept: sold, surplus: [], leftToOperator: [byHand] });
  });

  it('ends a marked duplicate that was moved to a price of its own since', () => {
    const moved = subscription({ id: 'sub_2', created: 200, soldHere: false, duplicateOf: 'sub_1' });
    expect(decidePlan([subscription(), moved]).surplus).toEqual([moved]);
  });

  it('ends no overdue subscription for one that was made by hand later', () => {
    const failed = subscription({ status: 'past_due' });
    const byHand = subscription({ id: 'sub_2', created: 200, soldHere: false });
    expect(decidePlan([failed, byHand])).toEqual({ kept: byHand, surplus: [], leftToOperator: [failed] });
    const later = subscription({ id: 'sub_3', created: 300 });
    expect(decidePlan([byHand, later])).toEqual({ kept: byHand, surplus: [later], leftToOperator: [] });
  });

  it('prefers a paid subscription to an older past due one', () => {
    const failed = subscription({ status: 'past_due' });
    const paid = subscription({ id: 'sub_2', created: 200 });
    expect(decidePlan([failed, paid])).toEqual({ kept: paid, surplus: [failed], leftToOperator: [] });
  });

  it('ends an unpaid or paused subscription only if another grants a plan', () => {
    const unpaid = subscription({ id: 'sub_2', status: 'unpaid' });
    expect(decidePlan([subscription(), unpaid]).surplus).toEqual([unpaid]);
    expect(decidePlan([unpaid]).surplus).toEqual([]);
  });

  it('never grants a marked duplicate, even if it is the only one left', () => {
    const marked = subscription({ duplicateOf: 'sub_0' });
    expect(decidePlan([marked])).toEqual({ kept: undefined, surplus: [marked], leftToOperator: [] });
  });

  it('still refunds a marked duplicate that has ended, and no other ended subscription', () => {
    const owed = subscription({ id: 'sub_2', status: 'canceled', duplicateOf: 'sub_1' });
    const settled = { ...owed, id: 'sub_3', refunded: true };
    const ended = subscription({ id: 'sub_4', status: 'canceled' });
    expect(decidePlan([subscription(), owed, settled, ended]).surplus).toEqual([owed]);
    expect(decidePlan([owed, settled, ended])).toEqual({
      kept: undefined,
      surplus: [owed],
      leftToOperator: [],
    });
  });
});

it('names the subscriptions that were paused here, and nothing without any', () => {
  const paused = ['sub_1', 'sub_2'].map((id) => subscription({ id, pausedHere: true }));
  expect(pausedIn([...paused, subscription({ id: 'sub_3' })])).toBe('sub_1 sub_2');
  expect(pausedIn([subscription()])).toBeUndefined();
});

describe('a stored state that an event matches', () => {
  const stored = { ...EMPTY_STATE, subscriptionId: 'sub_1', planType: FIRST.name };
  const event = (type: string, change?: Partial<Subscription>, subscriptionId = 'sub_1'): WebhookEvent => ({
    id: 'evt_1',
    type,
    created: 100,
    livemode: false,
    uid: 'u',
    customerId: 'cus_u',
    subscriptionId,
    subscription: change && subscription({ id: subscriptionId, ...change }),
  });
  const UPDATED = 'customer.subscription.updated';

  it.each<[string, boolean, WebhookEvent]>([
    ['the same plan', true, event(UPDATED, {})],
    ['another plan', false, event(UPDATED, { plan: NEXT.name })],
    ['a scheduled end', false, event(UPDATED, { endsAt: 200 })],
    ['a failed payment', false, event(UPDATED, { status: 'past_due' })],
    ['the end of the stored subscription', false, event(UPDATED, { status: 'canceled' })],
    ['the end of another subscription', true, event(UPDATED, { status: 'canceled' }, 'sub_2')],
    ['another live subscription', false, event(UPDATED, {}, 'sub_2')],
    ['a subscription of ours no longer', false, event(UPDATED)],
    ['a subscription that is not ours', true, event(UPDATED, undefined, 'sub_2')],
    ['a marked duplicate', false, event(UPDATED, { duplicateOf: 'sub_0' }, 'sub_2')],
    ['a pause by this API', false, event(UPDATED, { status: 'paused', pausedHere: true }, 'sub_2')],
    ['a payment for the stored subscription', true, event('invoice.paid')],
    ['a payment for another subscription', false, event('invoice.paid', undefined, 'sub_2')],
    ['a payment for none', false, { ...event('invoice.paid'), subscriptionId: undefined }],
  ])('%s: %s', (_, agrees, received) => {
    expect(agreesWithEvent(stored, received)).toBe(agrees);
  });

  it('is none after a payment while no plan is stored', () => {
    expect(agreesWithEvent({ ...stored, planType: undefined }, event('invoice.paid'))).toBe(false);
    expect(agreesWithEvent(EMPTY_STATE, { ...event('invoice.paid'), subscriptionId: undefined })).toBe(false);
  });
});
