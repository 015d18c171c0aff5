import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { createMemoryIdentity, createMemoryParts, testConfig } from '../testing/test-app.ts';
import { recoverEvents } from './recover-events.ts';
import { walkSubscriptions } from './walk-subscriptions.ts';

function setUp() {
  const erased = new Set<string>();
  const parts = createMemoryParts(createMemoryIdentity(erased));
  const deps = { ...parts, config: testConfig(), synchronisePlan: createPlanWriter(parts) };
  const subscribe = (uid: string) => {
    parts.payments.customers.push({ id: `cus_${uid}`, uid, email: `${uid}@example.com` });
    return parts.payments.subscribe(`cus_${uid}`, NEXT.name);
  };
  return {
    ...parts,
    erased,
    subscribe,
    recover: (since?: number) => recoverEvents(deps, since),
    walk: () => walkSubscriptions(deps),
  };
}

describe('event recovery', () => {
  it.each(['internal_error', 'dependency_unavailable'] as const)(
    'continues after a %s for one user and retries that user later',
    async (code) => {
      const test = setUp();
      test.subscribe('a');
      test.subscribe('b');
      const list = test.payments.listSubscriptions;
      test.payments.listSubscriptions = (customer) =>
        customer === 'cus_a' ? Promise.reject(new AppError(code)) : list(customer);
      const { report, until } = await test.recover();
      expect(report).toMatchObject({ failures: 1, plansRepaired: ['b'] });
      test.payments.listSubscriptions = list;
      expect((await test.recover(until)).report.plansRepaired).toEqual(['a']);
    },
  );

  it('continues after Stripe fails for several users in a row', async () => {
    const test = setUp();
    const broken = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const uid of [...broken, 'last']) test.subscribe(uid);
    const list = test.payments.listSubscriptions;
    test.payments.listSubscriptions = (customer) =>
      customer === 'cus_last' ? list(customer) : Promise.reject(new AppError('dependency_unavailable'));
    expect((await test.recover()).report).toMatchObject({ failures: broken.length, plansRepaired: ['last'] });
  });

  it('stops when a dependency is unavailable', async () => {
    const test = setUp();
    for (const uid of ['a', 'b', 'c']) test.subscribe(uid);
    test.payments.listSubscriptions = () => Promise.reject(new AppError('dependency_unavailable'));
    test.payments.ping = () => Promise.reject(new AppError('dependency_unavailable'));
    await expect(test.recover()).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});

describe('subscription walk', () => {
  it('continues after Stripe fails to change one subscription that has lost its deployment', async () => {
    const test = setUp();
    const ids = ['a', 'b'].map(test.subscribe);
    for (const subscription of test.payments.subscriptions) subscription.isUnclaimed = true;
    const claim = test.payments.claimSubscription;
    test.payments.claimSubscription = (id) =>
      id === ids[0] ? Promise.reject(new AppError('internal_error')) : claim(id);
    expect(await test.walk()).toMatchObject({ plansRepaired: ['a', 'b'], failures: 1 });
    expect(test.payments.subscriptions.map((one) => one.isUnclaimed)).toEqual([true, false]);
  });

  it("repairs the ledger if only the user's record is right, and vice versa", async () => {
    const test = setUp();
    for (const uid of ['a', 'b']) test.subscribe(uid);
    await test.recover();
    test.ledger.states.set('a', { ...(test.ledger.states.get('a') ?? EMPTY_STATE), planType: undefined });
    test.ledger.records.set('b', {});
    expect((await test.walk()).plansRepaired.toSorted()).toEqual(['a', 'b']);
    expect(test.ledger.states.get('a')?.planType).toBe(NEXT.name);
    expect(test.ledger.records.get('b')?.planType).toBe(NEXT.name);
    expect((await test.walk()).plansRepaired).toEqual([]);
  });

  it('never uses an invalid uid in a database path', async () => {
    const test = setUp();
    test.subscribe('a/b');
    expect(await test.walk()).toMatchObject({ subscriptions: 1, plansRepaired: [], failures: 0 });
    expect(test.ledger.states.size).toBe(0);
  });
});
