import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_PRICES } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '../account-deletion/delete-user.ts';
import { AppError } from '../errors/app-error.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { book, post, readCode } from '../testing/checkout-calls.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { buildTestApp, createMemoryIdentity, type TestApp } from '../testing/test-app.ts';

/** Runs `then` after the first call of a kind has taken effect and before its caller sees the result. */
function afterFirst<T>(
  { payments }: TestApp,
  name: 'searchCustomers' | 'createCheckoutSession',
  then: () => Promise<T>,
): () => Promise<T> {
  const call: (...given: never[]) => Promise<unknown> = payments[name];
  const { promise, resolve } = Promise.withResolvers<T>();
  Object.assign(payments, {
    [name]: async (...given: never[]) => {
      Object.assign(payments, { [name]: call });
      const answer = await call(...given);
      resolve(await then());
      return answer;
    },
  });
  return () => promise;
}

describe('create-subscription-checkout-session', () => {
  it.each([
    ['a new person', 'opens it', 'unauthenticated'],
    ['a customer', 'opens it', 'unauthenticated'],
    ['a new person', 'opens it without an answer', 'dependency_unavailable'],
    ['a customer', 'opens it without an answer', 'dependency_unavailable'],
  ] as const)(
    'leaves no session and no customer behind if %s deletes the account while Stripe %s',
    async (who, how, code) => {
      const identity = createMemoryIdentity();
      const test = await buildTestApp({ identity });
      const { payments } = test;
      const { createCheckoutSession, deleteCustomer } = payments;
      if (who === 'a customer') await book(test, FIRST.price);
      const expired = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      payments.deleteCustomer = async (id, uid) => {
        payments.deleteCustomer = deleteCustomer;
        expired.resolve();
        await opened.promise;
        return deleteCustomer(id, uid);
      };
      payments.createCheckoutSession = async (session) => {
        const deletion = deleteUser({ ...test, identity, logger: buildLogger({ level: 'silent' }) }, 'u');
        await expired.promise;
        const made = await createCheckoutSession(session);
        opened.resolve();
        await deletion;
        if (how !== 'opens it') throw new AppError(code);
        return made;
      };
      expect(readCode(await book(test, NEXT.price))).toBe(code);
      expect(payments.sessions.filter(({ status }) => status === 'open')).toEqual([]);
      expect(await payments.searchCustomers('u')).toEqual([]);
    },
  );

  it.each([
    [
      'a plan given as a string',
      { plan: String(FIRST.price), customerId: 'u' },
      `plan must be one of ${PLAN_PRICES.join(', ')}.`,
    ],
    ['an unknown price', { plan: 1, customerId: 'u' }, `plan must be one of ${PLAN_PRICES.join(', ')}.`],
    ['an array', { plan: [FIRST.price], customerId: 'u' }, `plan must be one of ${PLAN_PRICES.join(', ')}.`],
    ['a missing plan', { customerId: 'u' }, 'plan is required.'],
    ['an extra field', { plan: FIRST.price, customerId: 'u', amount: 1 }, 'amount is not a known field.'],
    [
      'a path as the uid',
      { plan: FIRST.price, customerId: 'a/b' },
      'customerId does not have the expected format.',
    ],
    ['a number as the uid', { plan: FIRST.price, customerId: 7 }, 'customerId must be string.'],
    ['an array as the body', [], 'The body must be object.'],
  ])('rejects %s and names the field', async (_name, body, message) => {
    const test = await buildTestApp();
    const response = await post(test, API_PATHS.createCheckoutSession, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toEqual({
      code: 'validation_failed',
      message,
      requestId: expect.any(String),
    });
    expect(test.payments.calls).toEqual([]);
    expect(test.ledger.states.size).toBe(0);
  });

  it('uses the customer that another process created concurrently', async () => {
    const test = await buildTestApp();
    test.ledger.beforeCommit = async (uid) => {
      test.ledger.beforeCommit = () => {};
      await test.ledger.commit(uid, EMPTY_STATE, {
        customerId: 'cus_of_another',
        account: 'acct_memory/test',
      });
    };
    expect((await book(test)).statusCode).toBe(200);
    expect(test.ledger.states.get('u')?.customerId).toBe('cus_of_another');
    const given = test.ledger.states.get('u')?.sessionId;
    expect(test.payments.sessions.find(({ id }) => id === given)?.customerId).toBe('cus_of_another');
  });

  it('does not reuse a session whose price has changed or that is about to expire', async () => {
    const test = await buildTestApp();
    const first = (await book(test)).json().session.id;
    test.payments.findPrice = async () => 'price_new';
    const second = (await book(test)).json().session.id;
    const session = test.payments.sessions.find(({ id }) => id === second);
    if (session) session.secondsLeft = 60;
    await book(test);
    expect(test.payments.sessions.map(({ id, status }) => [id, status])).toEqual([
      [first, 'expired'],
      [second, 'expired'],
      [expect.any(String), 'open'],
    ]);
  });

  it('retries with a new idempotency key after Stripe failed to create a customer', async () => {
    const test = await buildTestApp();
    const keys: string[] = [];
    const create = test.payments.createCustomer;
    test.payments.createCustomer = (customer) => {
      keys.push(customer.key);
      return keys.length > 1 ? create(customer) : Promise.reject(new AppError('dependency_unavailable'));
    };
    expect((await book(test)).statusCode).toBe(503);
    expect((await book(test)).statusCode).toBe(200);
    expect(new Set(keys).size).toBe(2);
  });

  describe('before the search index contains the customer', () => {
    const lateSearch = async () => {
      const test = await buildTestApp();
      test.payments.searchCustomers = async () => [];
      return test;
    };

    it('answers 409 while another call seems to create the customer, and succeeds the next time', async () => {
      const test = await lateSearch();
      const create = test.payments.createCustomer;
      await create({ uid: 'u', email: 'former@example.com', name: 'u', key: 'u-0' });
      test.payments.createCustomer = async (given) => (given.key === 'u-0' ? 'in_progress' : create(given));
      expect(readCode(await book(test))).toBe('checkout_in_progress');
      expect((await book(test)).statusCode).toBe(200);
    });
  });

  it('notices a payment made while a second checkout starts', async () => {
    const test = await buildTestApp();
    const first = (await book(test)).json().session.id;
    const expire = test.payments.expireCheckoutSession;
    test.payments.expireCheckoutSession = async (id) => {
      if (id === first) test.payments.pay(first);
      return expire(id);
    };
    expect(readCode(await book(test, LAST.price))).toBe('plan_already_active');
    expect(test.payments.subscriptions).toHaveLength(1);
  });

  it.each(['searchCustomers', 'createCheckoutSession'] as const)(
    'expires the session of another checkout that completes during %s',
    async (call) => {
      const test = await buildTestApp();
      const newer = afterFirst(test, call, () => book(test, LAST.price));
      const older = await book(test, FIRST.price);
      const given = (await newer()).json().session.id;
      const { id } = older.json().session;
      expect(test.payments.sessions.find((session) => session.id === given)?.status).toBe('expired');
      const open = test.payments.sessions.filter(({ status }) => status === 'open');
      expect(open.map((session) => session.id)).toEqual([id]);
      expect(test.ledger.records.get('u')?.sessionId).toBe(id);
    },
  );

  it('recreates a customer deleted at Stripe exactly once despite concurrent calls', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test)).json().session;
    test.payments.pay(id);
    const before = test.ledger.states.get('u')?.customerId ?? '';
    test.payments.deleteCustomer(before, 'u');
    await Promise.all([book(test, NEXT.price), book(test, NEXT.price), book(test, NEXT.price)]);
    const after = test.ledger.states.get('u')?.customerId;
    expect(after).not.toBe(before);
    const open = test.payments.sessions.filter(({ status }) => status === 'open');
    expect(open.map(({ customerId }) => customerId)).toEqual([after]);
  });

  it('withholds the URL of a session that could not be stored and reuses the session later', async () => {
    const test = await buildTestApp();
    const create = test.payments.createCheckoutSession;
    test.payments.createCheckoutSession = async (session) => {
      const created = await create(session);
      test.ledger.beforeCommit = () => {
        throw new AppError('dependency_unavailable');
      };
      return created;
    };
    expect((await book(test)).statusCode).toBe(503);
    test.ledger.beforeCommit = () => {};
    const { id } = (await book(test)).json().session;
    expect(test.payments.sessions.map((session) => session.id)).toEqual([id]);
  });
});
