import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import type { SyncOptions } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import type { MemoryPayments } from '../testing/memory-payments.ts';
import { createMemoryParts } from '../testing/test-app.ts';
import { createPlanWriter } from './plan-writer.ts';

async function setUp() {
  const parts = createMemoryParts();
  const { payments, ledger } = parts;
  payments.customers.push({ id: 'cus_u', uid: 'u', email: 'u@example.com' });
  await ledger.commit('u', EMPTY_STATE, { customerId: 'cus_u', account: payments.accountName });
  const process = () => createPlanWriter(parts);
  return { ...parts, process, synchronise: process() };
}

/** Runs `act` once, between Stripe's next list of subscriptions and what is made of it. */
function afterNextList(payments: MemoryPayments, act: () => Promise<void>): void {
  const list = payments.listSubscriptions;
  payments.listSubscriptions = async (customer) => {
    payments.listSubscriptions = list;
    const answer = await list(customer);
    await act();
    return answer;
  };
}

describe('plan writer', () => {
  it("looks up all of a person's customers before revoking a plan", async () => {
    const { payments, ledger, synchronise } = await setUp();
    const first = payments.subscribe('cus_u', NEXT.name);
    await synchronise('u');
    payments.customers.push({ id: 'cus_forgotten', uid: 'u', email: 'old@example.com' });
    const other = payments.subscribe('cus_forgotten', FIRST.name);
    await payments.cancelSubscription(first);
    expect(await synchronise('u')).toMatchObject({ planType: FIRST.name, subscriptionId: other });
    expect(ledger.states.get('u')?.customerId).toBe('cus_forgotten');
  });

  it.each([
    ['a confirmation sees only live subscriptions', 'cus_u'],
    ['another customer bought the duplicate', 'cus_other'],
  ])('keeps a rejected refund due until it succeeds, even if %s', async (_case, customer) => {
    const { payments, ledger, synchronise } = await setUp();
    payments.customers.push({ id: 'cus_other', uid: 'u', email: 'other@example.com' });
    payments.subscribe('cus_u', NEXT.name);
    const second = payments.subscribe(customer, NEXT.name);
    payments.rejectsRefunds = true;
    await synchronise('u', { customers: [customer] });
    const confirm = async () => {
      const state = ledger.states.get('u') ?? EMPTY_STATE;
      const subscriptions = payments.subscriptions.filter(({ status }) => status !== 'canceled');
      const user = { uid: 'u', email: undefined, name: undefined };
      await synchronise('u', { view: { user, state, customerId: 'cus_u', subscriptions } });
    };
    await confirm();
    expect(ledger.states.get('u')?.refundDue).toBe(second);
    payments.rejectsRefunds = false;
    await confirm();
    expect([payments.refunds, ledger.states.get('u')?.refundDue]).toEqual([[second], undefined]);
  });

  it('records a scheduled end or a failed payment and clears it afterwards', async () => {
    const { payments, ledger, synchronise } = await setUp();
    payments.subscribe('cus_u', NEXT.name);
    const [subscription] = payments.subscriptions;
    if (subscription === undefined) throw new Error('nothing was bought');
    await synchronise('u');
    Object.assign(subscription, { endsAt: 1_800_000_000, status: 'past_due' });
    expect((await synchronise('u')).effect).toBe('changed');
    expect(ledger.records.get('u')).toEqual({ planType: NEXT.name, endsAt: 1_800_000_000, pastDue: true });
    Object.assign(subscription, { endsAt: undefined, status: 'active' });
    await synchronise('u');
    expect(ledger.records.get('u')).toEqual({ planType: NEXT.name });
  });

  it.each<[string, SyncOptions | undefined]>([
    ['was stored meanwhile', undefined],
    // The event arrives while nothing is stored yet, so the stored state matches it and Stripe is not asked.
    ['matched the stored state', { skipIf: ({ planType }) => planType === undefined }],
  ])('never commits a Stripe response older than an end that %s', async (_how, options) => {
    const { payments, ledger, process } = await setUp();
    const id = payments.subscribe('cus_u', FIRST.name);
    afterNextList(payments, async () => {
      await payments.cancelSubscription(id);
      await process()('u', options);
    });
    expect((await process()('u')).planType).toBeUndefined();
    expect(ledger.records.get('u')).toEqual({});
  });

  it('never overwrites a newer view with an older one', async () => {
    const { payments, ledger, process } = await setUp();
    const id = payments.subscribe('cus_u', FIRST.name);
    let interruptions = 0;
    // Between the slow writer's query and its commit, the subscription ends and another process records that.
    ledger.beforeCommit = async () => {
      interruptions += 1;
      if (interruptions > 1) return;
      await payments.cancelSubscription(id);
      await process()('u');
    };
    expect((await process()('u')).planType).toBeUndefined();
    expect(ledger.records.get('u')).toEqual({});
  });

  it('expires every payable session of a new subscriber', async () => {
    const { payments, synchronise } = await setUp();
    const addresses = { successUrl: 'http://a/success', cancelUrl: 'http://a/cancel' };
    await payments.createCheckoutSession({
      uid: 'u',
      customerId: 'cus_u',
      plan: NEXT.name,
      price: `price_${NEXT.name}`,
      attempt: 'a',
      ...addresses,
    });
    payments.subscribe('cus_u', FIRST.name);
    await synchronise('u');
    expect(payments.sessions.map(({ status }) => status)).toEqual(['expired']);
  });

  it('raises an alert for a duplicate even if Stripe marks it and the answer is lost', async () => {
    const { payments, lines, synchronise } = await setUp();
    payments.subscribe('cus_u', FIRST.name);
    payments.subscribe('cus_u', NEXT.name);
    const { markDuplicate } = payments;
    payments.markDuplicate = async (...input) => {
      payments.markDuplicate = markDuplicate;
      await markDuplicate(...input);
      throw new AppError('dependency_unavailable');
    };
    await expect(synchronise('u')).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await synchronise('u');
    expect(lines.join()).toContain('"alert":"duplicate_subscription"');
  });

  it('completes the refund of a duplicate after a crash', async () => {
    const { payments, ledger, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', FIRST.name);
    const second = payments.subscribe('cus_u', NEXT.name);
    await payments.markDuplicate(second, kept, true);
    await payments.cancelSubscription(kept);
    await synchronise('u');
    expect(payments.refunds).toEqual([second]);
    expect(ledger.records.get('u')).toEqual({});
  });

  it('refunds exactly once a duplicate that the person has already cancelled', async () => {
    const { payments, lines, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', FIRST.name);
    const second = payments.subscribe('cus_u', NEXT.name);
    await payments.markDuplicate(second, kept, true);
    await payments.cancelSubscription(second);
    await synchronise('u');
    await synchronise('u');
    expect(payments.refunds).toEqual([second]);
    expect(lines.filter((line) => line.includes('a duplicate subscription was settled'))).toHaveLength(1);
  });

  it('returns 503 after losing every commit instead of retrying for ever', async () => {
    const { ledger, synchronise } = await setUp();
    let depth = 0;
    ledger.beforeCommit = async (uid) => {
      depth += 1;
      if (depth % 2 === 1) await ledger.commit(uid, await ledger.read(uid), {});
    };
    await expect(synchronise('u')).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
