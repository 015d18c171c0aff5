import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_PRICES } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '../account-deletion/delete-user.ts';
import { AppError } from '../errors/app-error.ts';
import { buildLogger } from '../logging/build-logger.ts';
import { book, post, readCode } from '../testing/checkout-calls.ts';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { bearer, buildTestApp, createMemoryIdentity, type TestApp } from '../testing/test-app.ts';

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
      payments.deleteCustomer = async (id) => {
        payments.deleteCustomer = deleteCustomer;
        expired.resolve();
        await opened.promise;
        return deleteCustomer(id);
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

  it('returns the session and stores its id for the success page', async () => {
    const test = await buildTestApp();
    const response = await book(test, NEXT.price);
    expect(response.statusCode).toBe(200);
    const { session } = response.json();
    expect(session).toEqual({ id: test.payments.sessions[0]?.id, url: expect.stringContaining('/c/pay/') });
    expect(test.payments.sessions[0]).toMatchObject({
      price: `price_${NEXT.name}`,
      uid: 'u',
      status: 'open',
    });
    expect(test.ledger.records.get('u')).toEqual({ sessionId: session.id });
  });

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

  it.each([
    ['a missing token', {}],
    ['an invalid token', { authorization: 'Bearer nonsense' }],
    ['another scheme', { authorization: 'Basic dTpw' }],
    ['an unknown token', { authorization: 'Bearer a.b.c' }],
  ])('rejects %s with 401', async (_name, headers) => {
    const test = await buildTestApp();
    const response = await post(
      test,
      API_PATHS.createCheckoutSession,
      { plan: FIRST.price, customerId: 'u' },
      headers,
    );
    expect([response.statusCode, readCode(response)]).toEqual([401, 'unauthenticated']);
  });

  it("rejects another user's uid", async () => {
    const test = await buildTestApp();
    const response = await post(test, API_PATHS.createCheckoutSession, {
      plan: FIRST.price,
      customerId: 'other',
    });
    expect([response.statusCode, readCode(response)]).toEqual([403, 'forbidden']);
    expect(test.payments.calls).toEqual([]);
  });

  it('accepts only JSON', async () => {
    const { app } = await buildTestApp();
    const response = await app.inject({
      method: 'POST',
      url: API_PATHS.createCheckoutSession,
      headers: { ...bearer('u'), 'content-type': 'text/plain' },
      payload: `{"plan":${FIRST.price},"customerId":"u"}`,
    });
    expect([response.statusCode, readCode(response)]).toEqual([415, 'unsupported_media_type']);
  });

  it('creates one customer and expires the older session', async () => {
    const test = await buildTestApp();
    const [first, second] = [await book(test), await book(test, LAST.price)];
    expect(test.payments.calls.filter((call) => call === 'createCustomer')).toHaveLength(1);
    expect(test.payments.sessions.map(({ id, status }) => [id, status])).toEqual([
      [first.json().session.id, 'expired'],
      [second.json().session.id, 'open'],
    ]);
    expect(test.ledger.records.get('u')?.sessionId).toBe(second.json().session.id);
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

  it('reuses an open session for the same plan', async () => {
    const test = await buildTestApp();
    const first = await book(test, NEXT.price);
    test.payments.calls.length = 0;
    expect((await book(test, NEXT.price)).json()).toEqual(first.json());
    expect(test.payments.calls).toEqual(['listCheckoutSessions', 'listSubscriptions']);
  });

  it('does not reuse a session whose price has changed or that is about to expire', async () => {
    const test = await buildTestApp();
    const first = (await book(test)).json().session.id;
    test.payments.findPrice = async () => 'price_new';
    const second = (await book(test)).json().session.id;
    const session = test.payments.sessions.find(({ id }) => id === second);
    if (session) session.expiresAt = Date.now() / 1000 + 60;
    await book(test);
    expect(test.payments.sessions.map(({ id, status }) => [id, status])).toEqual([
      [first, 'expired'],
      [second, 'expired'],
      [expect.any(String), 'open'],
    ]);
  });

  it('retrieves the stored session if the session list does not contain it yet', async () => {
    const test = await buildTestApp();
    const first = (await book(test)).json().session.id;
    test.payments.listCheckoutSessions = async () => [];
    await book(test, LAST.price);
    expect(test.payments.sessions.find(({ id }) => id === first)?.status).toBe('expired');
  });

  it('retrieves a new subscription if the subscription list does not contain it yet', async () => {
    const test = await buildTestApp();
    test.payments.pay((await book(test)).json().session.id);
    test.payments.listSubscriptions = async () => [];
    expect(readCode(await book(test, LAST.price))).toBe('plan_already_active');
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

  it('recovers a customer and plan that the ledger has lost', async () => {
    const test = await buildTestApp();
    test.payments.pay((await book(test)).json().session.id);
    test.ledger.states.clear();
    test.ledger.records.clear();
    expect(readCode(await book(test, NEXT.price))).toBe('plan_already_active');
    expect(test.payments.customers).toHaveLength(1);
    expect(test.ledger.records.get('u')?.planType).toBe(FIRST.name);
  });

  describe('before the search index contains the customer', () => {
    const lateSearch = async () => {
      const test = await buildTestApp();
      test.payments.searchCustomers = async () => [];
      return test;
    };

    it('recovers a lost plan through the idempotency key that created the customer', async () => {
      const test = await lateSearch();
      test.payments.pay((await book(test)).json().session.id);
      test.ledger.states.clear();
      expect(readCode(await book(test, NEXT.price))).toBe('plan_already_active');
      expect(test.payments.customers).toHaveLength(1);
    });

    it('answers 409 while another call seems to create the customer, and succeeds the next time', async () => {
      const test = await lateSearch();
      const create = test.payments.createCustomer;
      await create({ uid: 'u', email: 'u@example.com', name: 'u', key: 'u-0' });
      test.payments.createCustomer = async (given) => (given.key === 'u-0' ? 'in_progress' : create(given));
      expect(readCode(await book(test))).toBe('checkout_in_progress');
      expect((await book(test)).statusCode).toBe(200);
    });
  });

  it('ignores a replayed failure of an earlier call', async () => {
    const test = await buildTestApp();
    const create = test.payments.createCustomer;
    test.payments.createCustomer = async (given) => (given.key === 'u-0' ? 'failed_before' : create(given));
    expect((await book(test)).statusCode).toBe(200);
  });

  it('creates a new customer if the stored one belongs to another account or mode', async () => {
    const test = await buildTestApp();
    await book(test);
    test.payments.accountName = 'acct_memory/live';
    test.payments.customers.length = 0;
    test.payments.sessions.length = 0;
    expect((await book(test)).statusCode).toBe(200);
    expect(test.ledger.states.get('u')?.account).toBe('acct_memory/live');
  });

  it('returns 409 if the user has a plan, even one that only Stripe knows yet', async () => {
    const test = await buildTestApp();
    test.payments.pay((await book(test)).json().session.id);
    const response = await book(test, NEXT.price);
    expect([response.statusCode, readCode(response)]).toEqual([409, 'plan_already_active']);
    expect(test.ledger.records.get('u')?.planType).toBe(FIRST.name);
    expect(test.payments.sessions).toHaveLength(1);
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

  it('leaves only one payable session after concurrent checkouts', async () => {
    const test = await buildTestApp();
    const responses = await Promise.all([book(test), book(test), book(test, LAST.price)]);
    expect(responses.map(({ statusCode }) => statusCode).every((status) => [200, 409].includes(status))).toBe(
      true,
    );
    const given = new Set(responses.flatMap((response) => response.json().session?.id ?? []));
    const payable = test.payments.sessions.filter(({ id, status }) => status === 'open' && given.has(id));
    expect(payable.map(({ id }) => id)).toEqual([test.ledger.records.get('u')?.sessionId]);
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
    test.payments.deleteCustomer(before);
    await Promise.all([book(test, NEXT.price), book(test, NEXT.price), book(test, NEXT.price)]);
    const after = test.ledger.states.get('u')?.customerId;
    expect(after).not.toBe(before);
    const open = test.payments.sessions.filter(({ status }) => status === 'open');
    expect(open.map(({ customerId }) => customerId)).toEqual([after]);
  });

  it('returns 503 with Retry-After while Stripe is unavailable, and recovers', async () => {
    const test = await buildTestApp();
    test.payments.failure = new AppError('dependency_unavailable');
    const rejected = await book(test);
    expect([rejected.statusCode, rejected.headers['retry-after'], readCode(rejected)]).toEqual([
      503,
      '2',
      'dependency_unavailable',
    ]);
    test.payments.failure = undefined;
    expect((await book(test)).statusCode).toBe(200);
  });

  it('times out with 503 instead of hanging', async () => {
    const test = await buildTestApp({ variables: { REQUEST_TIMEOUT_MS: '50' } });
    test.payments.searchCustomers = () => new Promise(() => {});
    const response = await book(test);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
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
