import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMemoryLedger } from '../testing/memory-ledger.ts';
import { createMemoryPayments } from '../testing/memory-payments.ts';
import { createPlanWriter } from './plan-writer.ts';

async function setUp() {
  const lines: string[] = [];
  const logger = buildLogger({ level: 'debug' }, { write: (line) => lines.push(line) });
  const metrics = createMetrics();
  const payments = createMemoryPayments();
  const ledger = createMemoryLedger();
  await ledger.commit('u', 0, { customerId: 'cus_u' });
  const process = () => createPlanWriter({ payments, ledger, logger, metrics });
  return { payments, ledger, metrics, lines, process, synchronise: process() };
}

describe('the plan writer', () => {
  it('grants the plan of a live subscription and takes it away when it ends', async () => {
    const { payments, ledger, synchronise } = await setUp();
    const id = payments.subscribe('cus_u', 'pro');
    expect(await synchronise('u')).toEqual({ planType: 'pro', subscriptionId: id });
    expect(ledger.records.get('u')).toEqual({ planType: 'pro' });
    await payments.cancelSubscription(id);
    await synchronise('u');
    expect(ledger.records.get('u')).toEqual({});
  });

  it('gives no plan to a user who is no customer, and does not ask Stripe', async () => {
    const { payments, synchronise } = await setUp();
    expect((await synchronise('stranger')).planType).toBeUndefined();
    expect(payments.calls).toEqual([]);
  });

  it('never stores an older view over a newer one', async () => {
    const { payments, ledger, process } = await setUp();
    const id = payments.subscribe('cus_u', 'basic');
    let interruptions = 0;
    // Between the slow writer's question and its write, the subscription ends and another process says so.
    ledger.beforeCommit = async () => {
      interruptions += 1;
      if (interruptions > 1) return;
      await payments.cancelSubscription(id);
      await process()('u');
    };
    expect((await process()('u')).planType).toBeUndefined();
    expect(ledger.records.get('u')).toEqual({});
  });

  it('never stores an answer of Stripe that was given before what is stored', async () => {
    const { payments, ledger, process } = await setUp();
    const id = payments.subscribe('cus_u', 'basic');
    const list = payments.listSubscriptions;
    payments.listSubscriptions = async (customer) => {
      payments.listSubscriptions = list;
      const answer = await list(customer);
      await payments.cancelSubscription(id);
      await process()('u');
      return answer;
    };
    expect((await process()('u')).planType).toBeUndefined();
    expect(ledger.records.get('u')).toEqual({});
  });

  it('counts every change of a plan by what it was and is', async () => {
    const { payments, metrics, synchronise } = await setUp();
    const id = payments.subscribe('cus_u', 'pro');
    await synchronise('u');
    await synchronise('u');
    await payments.cancelSubscription(id);
    await synchronise('u');
    const text = await metrics.registry.metrics();
    expect(text).toContain('outharbor_plan_changes_total{from="none",to="pro"} 1');
    expect(text).toContain('outharbor_plan_changes_total{from="pro",to="none"} 1');
  });

  it('leaves a new subscriber no session that could be paid', async () => {
    const { payments, synchronise } = await setUp();
    const addresses = { successUrl: 'http://a/success', cancelUrl: 'http://a/cancel' };
    await payments.createCheckoutSession({
      uid: 'u',
      customerId: 'cus_u',
      plan: 'pro',
      attempt: 'a',
      ...addresses,
    });
    payments.subscribe('cus_u', 'basic');
    await synchronise('u');
    expect(payments.sessions.map(({ status }) => status)).toEqual(['expired']);
  });

  it('lets many writers of many processes end in one state', async () => {
    const { payments, ledger, process } = await setUp();
    payments.subscribe('cus_u', 'business');
    await Promise.all(Array.from({ length: 8 }, () => process()('u')));
    expect(ledger.records.get('u')).toEqual({ planType: 'business' });
  });

  it('refunds and cancels a second subscription, and raises an alert', async () => {
    const { payments, ledger, lines, metrics, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', 'basic');
    const second = payments.subscribe('cus_u', 'pro');
    await synchronise('u');
    expect(payments.refunds).toEqual([second]);
    expect(payments.subscriptions.map(({ id, status }) => [id, status])).toEqual([
      [kept, 'active'],
      [second, 'canceled'],
    ]);
    expect(ledger.records.get('u')).toEqual({ planType: 'basic' });
    expect(lines.some((line) => line.includes('"alert":"duplicate_subscription"'))).toBe(true);
    expect(await metrics.registry.metrics()).toContain('outharbor_duplicate_subscriptions_total 1');
  });

  it('tells of a refund that fails, keeps the plan, and finds the second subscription again', async () => {
    const { payments, ledger, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', 'basic');
    const second = payments.subscribe('cus_u', 'pro');
    const refund = payments.refundLatestPayment;
    payments.refundLatestPayment = () => Promise.reject(new AppError('dependency_unavailable'));
    await expect(synchronise('u')).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(ledger.records.get('u')).toEqual({ planType: 'basic' });
    // Marked and live: whatever becomes of the kept one, the next run knows what this one is.
    expect(payments.subscriptions.at(-1)).toMatchObject({ id: second, status: 'active', duplicateOf: kept });
    payments.refundLatestPayment = refund;
    await synchronise('u');
    expect([payments.refunds, payments.subscriptions.at(-1)?.status]).toEqual([[second], 'canceled']);
  });

  it('finishes the refund of a second subscription whose marking a crash interrupted', async () => {
    const { payments, ledger, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', 'basic');
    const second = payments.subscribe('cus_u', 'pro');
    await payments.markDuplicate(second, kept);
    await payments.cancelSubscription(kept);
    await synchronise('u');
    expect(payments.refunds).toEqual([second]);
    expect(ledger.records.get('u')).toEqual({});
  });

  it('refunds a second subscription that the person ended before its refund, and once', async () => {
    const { payments, lines, synchronise } = await setUp();
    const kept = payments.subscribe('cus_u', 'basic');
    const second = payments.subscribe('cus_u', 'pro');
    await payments.markDuplicate(second, kept);
    await payments.cancelSubscription(second);
    await synchronise('u');
    await synchronise('u');
    expect(payments.refunds).toEqual([second]);
    expect(lines.filter((line) => line.includes('"alert":"duplicate_subscription"'))).toHaveLength(1);
  });

  it('writes nothing when Stripe is away', async () => {
    const { payments, ledger, synchronise } = await setUp();
    payments.failure = new AppError('dependency_unavailable');
    await expect(synchronise('u')).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(ledger.states.get('u')?.revision).toBe(1);
  });

  it('gives up with a 503 when it loses every time, instead of trying for ever', async () => {
    const { ledger, synchronise } = await setUp();
    let depth = 0;
    ledger.beforeCommit = async (uid) => {
      depth += 1;
      if (depth % 2 === 1) await ledger.commit(uid, (await ledger.read(uid)).revision, {});
    };
    await expect(synchronise('u')).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
