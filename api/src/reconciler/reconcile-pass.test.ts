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
  const pass = (progress = START, limits = LIMITS) =>
    reconcilePass({ ...deps, synchronisePlan: createPlanWriter(deps) }, progress, limits);
  return { payments, ledger, pass };
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

  it('is not stopped by the fault of one user, but by a dependency that is away', async () => {
    const test = setUp();
    await paidUser(test, 'a');
    await paidUser(test, 'b');
    test.payments.sessions.length = 0;
    const list = test.payments.listSubscriptions;
    test.payments.listSubscriptions = (id) =>
      id === test.ledger.states.get('a')?.customerId
        ? Promise.reject(new AppError('internal_error'))
        : list(id);
    expect((await test.pass()).report).toMatchObject({ failures: 1, plansRepaired: ['b'] });
    test.payments.listSubscriptions = () => Promise.reject(new AppError('dependency_unavailable'));
    await expect(test.pass()).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
