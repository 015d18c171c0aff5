import { NEXT } from '@outharbor/contract/testing/plans';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { createMemoryParts, testConfig } from '../testing/test-app.ts';
import { addReconciler } from './run-reconciler.ts';

const INTERVAL_SECONDS = 0.02;
const SOON = Math.floor(Date.now() / 1000) + 3600;

describe('scheduled reconciler', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  /** Starts a process with `count` users who have paid but whose plans are not recorded yet. */
  async function processWith(count: number) {
    const deps = { ...createMemoryParts(), config: testConfig() };
    for (let index = 0; index < count; index += 1) {
      const uid = `u${index}`;
      deps.payments.customers.push({ id: `cus_${uid}`, uid, email: undefined });
      deps.payments.subscribe(`cus_${uid}`, NEXT.name);
    }
    app = Fastify();
    addReconciler(app, { ...deps, synchronisePlan: createPlanWriter(deps) }, INTERVAL_SECONDS);
    const passes = async (outcome: string) => {
      const { values } = await deps.metrics.reconcilerPasses.get();
      return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    };
    const granted = () =>
      [...deps.ledger.records.values()].filter(({ planType }) => planType === NEXT.name).length;
    return { ...deps, passes, granted, begin: () => app.ready() };
  }

  it('handles events since the last pass and stores its progress', async () => {
    const { granted, ledger, payments, begin } = await processWith(20);
    await ledger.writeProgress({ eventsUntil: undefined, walkDue: SOON });
    await begin();
    await expect.poll(granted).toBe(20);
    const newest = payments.events.at(-1)?.created;
    await expect.poll(async () => (await ledger.readProgress()).eventsUntil).toBe(newest);
  });

  it('walks all subscriptions once a day', async () => {
    const { granted, ledger, payments, passes, begin } = await processWith(3);
    payments.events.length = 0;
    await begin();
    await expect.poll(granted).toBe(3);
    await expect.poll(() => passes('done')).toBeGreaterThan(3);
    expect(payments.calls.filter((call) => call === 'listAllSubscriptions')).toHaveLength(1);
    expect((await ledger.readProgress()).walkDue).toBeGreaterThan(SOON);
  });

  it('walks all subscriptions while the events cannot be listed', async () => {
    const { granted, passes, payments, begin } = await processWith(1);
    payments.listEvents = () => Promise.reject(new AppError('dependency_unavailable'));
    await begin();
    await expect.poll(granted).toBe(1);
    expect(await passes('done')).toBe(0);
  });

  it('counts a failed pass and continues with the next', async () => {
    const { passes, granted, payments, begin } = await processWith(1);
    payments.failure = new AppError('dependency_unavailable');
    await begin();
    await expect.poll(() => passes('failed')).toBeGreaterThan(1);
    payments.failure = undefined;
    await expect.poll(granted).toBe(1);
  });

  it('finishes the users in progress at shutdown and resumes after a restart', async () => {
    const { granted, payments, ledger, begin } = await processWith(9);
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
    expect(granted()).toBe(5);
    expect((await ledger.readProgress()).eventsUntil).toBe(payments.events[5]?.created);
  });
});
