import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { syncEmail } from '../account/sync-email.ts';
import { AppError } from '../errors/app-error.ts';
import type { Account } from '../gateways/identity.ts';
import { crashAt } from '../testing/crash-at.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { createMemoryIdentity, createMemoryParts } from '../testing/test-app.ts';
import { walkAccounts } from './walk-accounts.ts';

const MOVED = { email: 'new@example.com', emailVerified: true };

async function setUp(uids: readonly string[] = ['u']) {
  const erased = new Set<string>();
  const changed = new Map<string, Partial<Account>>();
  const test = createMemoryParts(createMemoryIdentity(erased, 0, changed));
  for (const uid of uids) {
    const customerId = `cus_${uid}`;
    test.payments.customers.push({ id: customerId, uid, email: `${uid}@example.com` });
    await test.ledger.commit(uid, EMPTY_STATE, { customerId, account: test.payments.accountName });
    test.ledger.emails.set(uid, `${uid}@example.com`);
    test.payments.subscribe(customerId, NEXT.name);
  }
  return { ...test, erased, changed };
}

const readAddresses = ({ ledger, payments }: Awaited<ReturnType<typeof setUp>>, uid = 'u') => [
  ledger.emails.get(uid),
  ...payments.customers.filter((customer) => customer.uid === uid).map(({ email }) => email),
];

describe('changed e-mail address', () => {
  it("is copied once to the record and to all of the person's customers, and to no one else's", async () => {
    const test = await setUp(['u', 'v']);
    test.payments.customers.push({ id: 'cus_former', uid: 'u', email: 'u@example.com' });
    test.changed.set('u', MOVED);
    await walkAccounts(test);
    expect(readAddresses(test)).toEqual(Array(3).fill('new@example.com'));
    expect(readAddresses(test, 'v')).toEqual(Array(2).fill('v@example.com'));
    const calls = test.payments.calls.length;
    await walkAccounts(test);
    expect(test.payments.calls).toHaveLength(calls);
  });

  it.each([
    ['it is unverified', { email: 'new@example.com', emailVerified: false }],
    ['it is invalid', { email: undefined, emailVerified: true }],
    ['it is unchanged', { emailVerified: true }],
  ])('is not copied if %s', async (_where, account) => {
    const test = await setUp();
    test.changed.set('u', account);
    await walkAccounts(test);
    expect(await syncEmail(test, 'u')).toBe('nothing');
    expect(readAddresses(test)).toEqual(Array(2).fill('u@example.com'));
  });

  it('is not copied for an account being deleted', async () => {
    const test = await setUp();
    test.changed.set('u', MOVED);
    await test.ledger.commit('u', await test.ledger.read('u'), { deletionStartedAt: 1 });
    expect(await syncEmail(test, 'u')).toBe('nothing');
  });

  it.each(['before', 'after'] as const)('is copied after a crash %s any call', async (when) => {
    const first = await setUp();
    first.changed.set('u', MOVED);
    const counted = crashAt(first, Number.POSITIVE_INFINITY, when);
    await syncEmail(counted.deps, 'u');
    expect(counted.calls()).toBeGreaterThan(5);
    for (let last = 1; last <= counted.calls(); last += 1) {
      const test = await setUp();
      test.changed.set('u', MOVED);
      await expect(syncEmail(crashAt(test, last, when).deps, 'u')).rejects.toThrow('dead');
      await walkAccounts(test);
      expect(readAddresses(test)).toEqual(Array(2).fill('new@example.com'));
    }
  });

  it('does not block the next one if it fails to be copied, also in an outage', async () => {
    const test = await setUp(['u', 'v']);
    for (const uid of ['u', 'v']) test.changed.set(uid, { email: `${uid}@new.example`, emailVerified: true });
    const { changeCustomerEmail } = test.payments;
    test.payments.changeCustomerEmail = async (id, uid, email) => {
      if (id === 'cus_u') throw new AppError('internal_error');
      return changeCustomerEmail(id, uid, email);
    };
    await walkAccounts(test);
    expect([test.ledger.emails.get('u'), test.ledger.emails.get('v')]).toEqual([
      'u@example.com',
      'v@new.example',
    ]);
    expect(test.lines.join()).toContain('could not update a changed e-mail address');
    test.payments.failure = new AppError('dependency_unavailable');
    await walkAccounts(test);
  });
});
