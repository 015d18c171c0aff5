import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createPlanWriter } from '../subscriptions/plan-writer.ts';
import { crashAt } from '../testing/crash-at.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { createMemoryIdentity, createMemoryParts } from '../testing/test-app.ts';
import { deleteUser, finishDeletions } from './delete-user.ts';

async function setUp(uids: readonly string[] = ['u']) {
  const erased = new Set<string>();
  const parts = createMemoryParts(createMemoryIdentity(erased));
  const synchronise = createPlanWriter(parts);
  for (const uid of uids) {
    const customerId = `cus_${uid}`;
    parts.payments.customers.push({ id: customerId, uid, email: `${uid}@example.com` });
    await parts.ledger.commit(uid, EMPTY_STATE, { customerId, account: parts.payments.accountName });
    parts.payments.subscribe(customerId, NEXT.name);
    await synchronise(uid);
  }
  return { ...parts, erased, synchronise };
}

/** Asserts that only the tombstone of `u` is left and that the subscription has ended. */
function expectGone({ ledger, payments, erased }: Awaited<ReturnType<typeof setUp>>): void {
  const [subscription] = payments.subscriptions;
  const state = ledger.states.get('u');
  expect(state).toEqual({ ...EMPTY_STATE, revision: state?.revision, deletedAt: expect.any(Number) });
  expect([ledger.records.has('u'), erased.has('u'), subscription?.status]).toEqual([false, true, 'canceled']);
}

describe('account deletion', () => {
  it('expires open checkout sessions, so that nobody pays for a deleted account', async () => {
    const test = await setUp([]);
    test.payments.customers.push({ id: 'cus_u', uid: 'u', email: 'u@example.com' });
    const order = {
      uid: 'u',
      customerId: 'cus_u',
      plan: NEXT.name,
      price: `price_${NEXT.name}`,
      attempt: 'a',
    } as const;
    await test.payments.createCheckoutSession({ ...order, successUrl: '', cancelUrl: '' });
    await deleteUser(test, 'u');
    expect(test.payments.sessions[0]?.status).toBe('expired');
  });

  it('deletes the other customers of a person if one cannot be deleted', async () => {
    const test = await setUp();
    const { deleteCustomer } = test.payments;
    test.payments.customers.unshift({ id: 'cus_stuck', uid: 'u', email: undefined });
    test.payments.deleteCustomer = async (id, uid) => {
      if (id === 'cus_stuck') throw new AppError('dependency_unavailable');
      return deleteCustomer(id, uid);
    };
    await expect(deleteUser(test, 'u')).rejects.toThrow('unavailable');
    expect(test.payments.subscriptions.map(({ status }) => status)).toEqual(['canceled']);
  });

  it.each(['before', 'after'] as const)('is completed after a crash %s any call', async (when) => {
    const counted = crashAt(await setUp(), Number.POSITIVE_INFINITY, when);
    await deleteUser(counted.deps, 'u');
    expect(counted.calls()).toBeGreaterThan(8);
    for (let last = 1; last <= counted.calls(); last += 1) {
      const test = await setUp();
      await expect(deleteUser(crashAt(test, last, when).deps, 'u')).rejects.toThrow('dead');
      const isMarked = test.ledger.states.get('u')?.deletionStartedAt !== undefined;
      await finishDeletions(test);
      if (isMarked || test.ledger.states.get('u')?.deletedAt !== undefined) expectGone(test);
      else expect([test.erased.size, test.payments.subscriptions[0]?.status]).toEqual([0, 'active']);
      // Later provider events must not restore anything.
      await test.synchronise('u', { customers: ['cus_u'], skipIf: () => true });
      if (isMarked) expectGone(test);
    }
  });

  it('fails while the record keeps changing and is completed later', async () => {
    const test = await setUp();
    const { states } = test.ledger;
    test.ledger.beforeCommit = (uid) => {
      const state = states.get(uid) ?? EMPTY_STATE;
      if (state.deletionStartedAt !== undefined) states.set(uid, { ...state, revision: state.revision + 1 });
    };
    await expect(deleteUser(test, 'u')).rejects.toThrow('unavailable');
    expect(test.erased.has('u')).toBe(true);
    test.ledger.beforeCommit = () => {};
    await finishDeletions(test);
    expectGone(test);
  });
});
