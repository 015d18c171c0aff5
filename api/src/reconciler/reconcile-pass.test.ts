import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import type { PaymentGateway } from '../gateways/payment-gateway.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { createMemoryLedger } from '../testing/memory-ledger.ts';
import { createMemoryPayments } from '../testing/memory-payments.ts';
import { reconcilePass, START } from './reconcile-pass.ts';

const LIMITS = { sessions: 10, users: 10 };
const ADDRESSES = { successUrl: 'http://a/success', cancelUrl: 'http://a/cancel' };

function setUp() {
  const payments = createMemoryPayments();
  const ledger = createMemoryLedger();
  const metrics = createMetrics();
  const logger = buildLogger({ level: 'silent' });
  const deps = { payments, ledger, metrics, logger };
  const pass = (progress = START, limits = LIMITS, stop?: AbortSignal) =>
    reconcilePass({ ...deps, synchronisePlan: createPlanWriter(deps) }, progress, limits, stop);
  return { payments, ledger, metrics, pass };
}

type Session = Parameters<PaymentGateway['createCheckoutSession']>[0];

async function opened(
  { payments }: ReturnType<typeof setUp>,
  session: Omit<Session, keyof typeof ADDRESSES>,
) {
  const created = await payments.createCheckoutSession({ ...session, ...ADDRESSES });
  if (created === 'customer_missing') throw new Error(created);
  return created;
}

async function paidUser(test: ReturnType<typeof setUp>, uid: string) {
  const { payments, ledger } = test;
  const customerId = await payments.createCustomer({ uid, email: undefined, name: undefined });
  await ledger.commit(uid, 0, { customerId });
  const { id } = await opened(test, { uid, customerId, plan: 'pro', attempt: uid });
  await ledger.commit(uid, 1, { sessionId: id });
  payments.pay(id);
  return { customerId, id };
}

describe('reconcilePass', () => {
  it('grants a plan that was paid for while no webhook came', async () => {
    const test = setUp();
    await paidUser(test, 'u');
    const { report } = await test.pass();
    expect(report).toMatchObject({ sessions: 1, plansRepaired: ['u'], failures: 0 });
    expect(test.ledger.records.get('u')?.planType).toBe('pro');
    expect((await test.pass()).report.plansRepaired).toEqual([]);
  });

  it('takes away a plan that Stripe does not know, also where the API has no record', async () => {
    const test = setUp();
    test.ledger.records.set('forger', { planType: 'business' });
    const first = await test.pass();
    await test.pass(first.progress);
    expect(test.ledger.records.get('forger')).toEqual({});
  });

  it('finds the customer of a paid session again when the record was lost', async () => {
    const test = setUp();
    const { customerId } = await paidUser(test, 'u');
    test.ledger.states.clear();
    test.ledger.records.clear();
    await test.pass();
    expect(test.ledger.states.get('u')).toMatchObject({ customerId, planType: 'pro' });
  });

  it('expires an open session that nobody was given, and leaves the stored and the fresh one', async () => {
    const test = setUp();
    const customerId = await test.payments.createCustomer({ uid: 'u', email: undefined, name: undefined });
    const create = (attempt: string) => opened(test, { uid: 'u', customerId, plan: 'basic', attempt });
    const [stray, stored, fresh] = [await create('a'), await create('b'), await create('c')];
    await test.ledger.commit('u', 0, { customerId, sessionId: stored.id });
    for (const session of test.payments.sessions) if (session.id !== fresh.id) session.created -= 600;
    const { report } = await test.pass();
    expect(report.sessionsExpired).toEqual([stray.id]);
    expect(await test.metrics.registry.metrics()).toContain('repairs_total{kind="stray_session"} 1');
  });

  it('expires what a subscriber could still pay, stored or fresh', async () => {
    const test = setUp();
    const { customerId } = await paidUser(test, 'u');
    await test.pass();
    const fresh = await opened(test, { uid: 'u', customerId, plan: 'basic', attempt: 'b' });
    await test.ledger.commit('u', test.ledger.states.get('u')?.revision ?? 0, { sessionId: fresh.id });
    expect((await test.pass()).report.sessionsExpired).toEqual([fresh.id]);
  });

  it('ends a second subscription though the plan is right', async () => {
    const test = setUp();
    const { customerId } = await paidUser(test, 'u');
    await test.pass();
    const second = test.payments.subscribe(customerId, 'basic');
    expect((await test.pass()).report.plansRepaired).toEqual(['u']);
    expect(test.payments.refunds).toEqual([second]);
    expect(await test.metrics.registry.metrics()).toContain('repairs_total{kind="plan"} 2');
  });

  it("puts its own bookkeeping right where only the user's record agrees", async () => {
    const test = setUp();
    await paidUser(test, 'u');
    await test.pass();
    const state = test.ledger.states.get('u');
    if (state) test.ledger.states.set('u', { ...state, planType: undefined });
    expect((await test.pass()).report.plansRepaired).toEqual(['u']);
    expect(test.ledger.states.get('u')?.planType).toBe('pro');
  });

  it('makes no path of a uid that is none, from a session or a record', async () => {
    const test = setUp();
    const { id } = await opened(test, { uid: 'a/b', customerId: 'cus_x', plan: 'pro', attempt: 'a' });
    test.payments.pay(id);
    test.ledger.states.set('a.b', { ...(await test.ledger.read('a.b')), planType: 'pro' });
    const { report } = await test.pass();
    expect(report).toMatchObject({ sessions: 1, users: 1, plansRepaired: [], failures: 0 });
    expect([...test.ledger.states.keys()]).toEqual(['a.b']);
  });

  it('goes through the sessions in pages', async () => {
    const test = setUp();
    for (const uid of ['a', 'b', 'c']) await paidUser(test, uid);
    test.ledger.states.clear();
    const first = await test.pass(START, { sessions: 2, users: 0 });
    expect([first.report.plansRepaired, first.sessionsDone]).toEqual([['c', 'b'], false]);
    const second = await test.pass(first.progress, { sessions: 2, users: 0 });
    expect([second.report.plansRepaired, second.sessionsDone]).toEqual([['a'], true]);
    expect(second.progress.sessionsAfter).toBeUndefined();
  });

  it('stops where it is when it is told to, and goes on from there', async () => {
    const test = setUp();
    for (const uid of ['a', 'b', 'c']) await paidUser(test, uid);
    const stop = new AbortController();
    const list = test.payments.listSubscriptions;
    test.payments.listSubscriptions = (id) => {
      stop.abort();
      return list(id);
    };
    const stopped = await test.pass(START, LIMITS, stop.signal);
    expect(stopped.report).toMatchObject({ sessions: 1, users: 0, plansRepaired: ['c'] });
    expect([stopped.sessionsDone, stopped.usersDone]).toEqual([false, false]);
    expect((await test.pass(stopped.progress)).report.plansRepaired).toEqual(['b', 'a']);
  });

  it('goes on where it stopped, in pages, until everybody was looked at', async () => {
    const test = setUp();
    for (const uid of ['a', 'b', 'c', 'd', 'e']) await paidUser(test, uid);
    test.payments.sessions.length = 0;
    let result = await test.pass(START, { sessions: 2, users: 2 });
    expect(result.usersDone).toBe(false);
    const seen = [...result.report.plansRepaired];
    while (!result.usersDone) {
      result = await test.pass(result.progress, { sessions: 2, users: 2 });
      seen.push(...result.report.plansRepaired);
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it.each(['internal_error', 'dependency_unavailable'] as const)(
    'is not stopped by a %s of one user',
    async (code) => {
      const test = setUp();
      await paidUser(test, 'a');
      await paidUser(test, 'b');
      test.payments.sessions.length = 0;
      const list = test.payments.listSubscriptions;
      test.payments.listSubscriptions = (id) =>
        id === test.ledger.states.get('a')?.customerId ? Promise.reject(new AppError(code)) : list(id);
      expect((await test.pass()).report).toMatchObject({ failures: 1, plansRepaired: ['b'] });
    },
  );

  it('gives up when a dependency is away', async () => {
    const test = setUp();
    for (const uid of ['a', 'b', 'c']) await paidUser(test, uid);
    test.payments.listSubscriptions = () => Promise.reject(new AppError('dependency_unavailable'));
    await expect(test.pass()).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
