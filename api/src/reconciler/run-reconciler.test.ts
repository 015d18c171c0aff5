import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { createMemoryLedger } from '../testing/memory-ledger.ts';
import { createMemoryPayments } from '../testing/memory-payments.ts';
import { PASS_LIMITS } from './reconcile-all.ts';
import { addReconciler } from './run-reconciler.ts';

const INTERVAL_SECONDS = 0.02;

describe('the reconciler of a process', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  /** A process over `count` users who have paid, whose record does not say so yet. */
  async function processWith(count: number) {
    const deps = {
      payments: createMemoryPayments(),
      ledger: createMemoryLedger(),
      metrics: createMetrics(),
      logger: buildLogger({ level: 'silent' }),
    };
    for (let index = 0; index < count; index += 1) {
      const uid = `u${String(index).padStart(3, '0')}`;
      await deps.ledger.commit(uid, 0, { customerId: `cus_${uid}` });
      deps.payments.subscribe(`cus_${uid}`, 'pro');
    }
    app = Fastify();
    addReconciler(app, { ...deps, synchronisePlan: createPlanWriter(deps) }, INTERVAL_SECONDS);
    const passes = async (outcome: string) => {
      const { values } = await deps.metrics.reconcilerPasses.get();
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    };
    const granted = () =>
      [...deps.ledger.records.values()].filter(({ planType }) => planType === 'pro').length;
    return { ...deps, passes, granted, begin: () => app.ready() };
  }

  it('looks at so many in a pass, and at the others in the next', async () => {
    const { passes, granted, ledger, begin } = await processWith(PASS_LIMITS.users + 20);
    await begin();
    await expect.poll(() => passes('done'), { interval: 1 }).toBe(1);
    expect(granted()).toBe(PASS_LIMITS.users);
    expect(await ledger.readProgress()).toMatchObject({ section: 'billing', after: 'u099' });
    await expect.poll(granted).toBe(PASS_LIMITS.users + 20);
  });

  it('leaves the work to the process that is at it', async () => {
    const { passes, granted, ledger, begin } = await processWith(1);
    await ledger.claimReconciler('another process', 60_000);
    await begin();
    await expect.poll(() => passes('skipped')).toBeGreaterThan(1);
    expect([await passes('done'), granted()]).toEqual([0, 0]);
  });

  it('counts a pass that it gave up, and goes on with the next', async () => {
    const { passes, granted, payments, begin } = await processWith(1);
    payments.failure = new AppError('dependency_unavailable');
    await begin();
    await expect.poll(() => passes('failed')).toBeGreaterThan(1);
    payments.failure = undefined;
    await expect.poll(granted).toBe(1);
  });

  it('ends with the process, after the user that it is at', async () => {
    const { granted, payments, ledger, begin } = await processWith(5);
    const list = payments.listSubscriptions;
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    payments.listSubscriptions = async (customer) => {
      asked.resolve();
      await answered.promise;
      return list(customer);
    };
    app.addHook('preClose', async () => answered.resolve());
    await begin();
    await asked.promise;
    await app.close();
    expect(granted()).toBe(1);
    expect(await ledger.readProgress()).toMatchObject({ after: 'u000' });
  });
});
