import { API_PATHS, EMULATED_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { ref, remove, set, update } from 'firebase/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor, type SdkVisitor } from '../support/sdk-visitor.ts';
import { readState } from '../support/stack-state.ts';

const target = embeddedTarget();
let visitor: SdkVisitor;
let sessionId: string;

beforeAll(async () => {
  visitor = await registerVisitor(target().url, newPerson());
  sessionId = (await visitor.checkOut(FIRST.price)).id;
  await target().settle();
  return () => visitor.leave();
});

/** Runs `attempt` and asserts that it has not changed the state of any service. */
async function changingNothing<T>(attempt: () => Promise<T>): Promise<T> {
  const before = await readState(target().stack);
  const outcome = await attempt();
  await target().settle();
  expect(await readState(target().stack)).toEqual(before);
  return outcome;
}

const prototypeKey = JSON.parse(`{"__proto__": {"plan": ${FIRST.price}}, "plan": ${FIRST.price}}`) as object;

describe('creating a checkout session', () => {
  it.each<[string, (uid: string) => unknown, number]>([
    ['a price as a string', (uid) => ({ plan: String(FIRST.price), customerId: uid }), 400],
    ['a price in an array', (uid) => ({ plan: [FIRST.price], customerId: uid }), 400],
    ['an unknown price', (uid) => ({ plan: 501, customerId: uid }), 400],
    ['a plan name as price', (uid) => ({ plan: FIRST.name, customerId: uid }), 400],
    ['no price', (uid) => ({ customerId: uid }), 400],
    ['no customer', () => ({ plan: FIRST.price }), 400],
    ['a path as customer', () => ({ plan: FIRST.price, customerId: '../users' }), 400],
    ['an object as customer', () => ({ plan: FIRST.price, customerId: {} }), 400],
    ['an additional amount', (uid) => ({ plan: FIRST.price, customerId: uid, amount: 1 }), 400],
    ['a __proto__ key', (uid) => ({ ...prototypeKey, customerId: uid, constructor: 1 }), 400],
    ['a null body', () => null, 400],
    ['an array body', () => [], 400],
    ['another user', () => ({ plan: FIRST.price, customerId: 'somebody-else' }), 403],
  ])('rejects %s', async (_name, body, status) => {
    const answer = await changingNothing(() =>
      visitor.call(API_PATHS.createCheckoutSession, body(visitor.user.uid)),
    );
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { code: expect.any(String), requestId: expect.any(String) },
    });
  });
});

describe('confirming a payment', () => {
  it.each<[string, (uid: string) => unknown, number]>([
    ['no session', (uid) => ({ firebaseId: uid }), 400],
    ['no user', () => ({ sessionId }), 400],
    ['a malformed session ID', (uid) => ({ sessionId: 'sub_123', firebaseId: uid }), 400],
    ['a path in the session ID', (uid) => ({ sessionId: 'cs_test_../x', firebaseId: uid }), 400],
    ['an additional plan', (uid) => ({ sessionId, firebaseId: uid, planType: LAST.name }), 400],
    ['a session that does not exist', (uid) => ({ sessionId: 'cs_test_none', firebaseId: uid }), 404],
    ['an unpaid session', (uid) => ({ sessionId, firebaseId: uid }), 409],
    ['another user', () => ({ sessionId, firebaseId: 'somebody-else' }), 403],
  ])('rejects %s', async (_name, body, status) => {
    const answer = await changingNothing(() =>
      visitor.call(API_PATHS.confirmPayment, body(visitor.user.uid)),
    );
    expect(answer.status).toBe(status);
  });
});

describe.each([
  { path: API_PATHS.createCheckoutSession, body: `{"plan":${FIRST.price},"customerId":"somebody"}` },
  { path: API_PATHS.confirmPayment, body: '{"sessionId":"cs_test_none","firebaseId":"somebody"}' },
  { path: API_PATHS.createBillingPortalSession, body: '{"customerId":"somebody"}' },
])('$path', ({ path, body }) => {
  const post = (sent: string, headers: Record<string, string>) =>
    changingNothing(() => fetch(`${target().url}${path}`, { method: 'POST', body: sent, headers }));
  const json = { 'content-type': 'application/json' };

  it('rejects signed-out visitors and invalid tokens with 401', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer owner', 'Bearer a.b.c']) {
      const answer = await post(body, authorization ? { ...json, authorization } : json);
      expect([authorization, answer.status]).toEqual([authorization, 401]);
    }
  });

  it('rejects bodies that are not JSON', async () => {
    const authorization = `Bearer ${await visitor.user.getIdToken()}`;
    expect((await post('{"plan":', { ...json, authorization })).status).toBe(400);
    expect((await post(`plan=${FIRST.price}`, { 'content-type': 'text/plain', authorization })).status).toBe(
      415,
    );
  });

  it('rejects an oversized body with 413', async () => {
    const authorization = `Bearer ${await visitor.user.getIdToken()}`;
    const answer = await post(JSON.stringify({ plan: 'x'.repeat(100_000) }), { ...json, authorization });
    expect(answer.status).toBe(413);
  });
});

describe('the webhook', () => {
  it.each([
    ['no signature', {}],
    ['a wrong signature', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['a malformed signature', { 'stripe-signature': 'none' }],
  ])('rejects an event with %s', async (_name, headers: Record<string, string>) => {
    const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object: {} } };
    const answer = await changingNothing(() =>
      fetch(`${target().url}${API_PATHS.stripeWebhook}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(event),
      }),
    );
    expect(answer.status).toBe(400);
  });
});

describe('the database', () => {
  const own = (path = '') => ref(visitor.database, `users/${visitor.user.uid}${path}`);
  it.each<[string, () => Promise<void>]>([
    ['a plan', () => set(own('/subscription/planType'), LAST.name)],
    ['a different session', () => set(own('/subscription/sessionId'), 'cs_test_other')],
    ['a deletion of the subscription', () => remove(own('/subscription'))],
    [
      'a record without the subscription',
      () => set(own(), { uid: visitor.user.uid, email: 'a@b.co', userName: 'A' }),
    ],
    ['a deletion of the record', () => remove(own())],
    ['a plan within an update', () => update(own(), { userName: 'B', 'subscription/planType': NEXT.name })],
    ['a different uid', () => set(own('/uid'), 'somebody-else')],
    ['an unknown field', () => set(own('/admin'), true)],
    ["another user's record", () => set(ref(visitor.database, 'users/somebody-else/userName'), 'C')],
    ['a deletion of everything', () => remove(ref(visitor.database, '/'))],
  ])('rejects writing %s', async (_name, write) => {
    await changingNothing(() => expect(write()).rejects.toThrow(/permission_denied/i));
  });
});

describe('the hosted checkout', () => {
  const pay = (fields: Record<string, string>, id = sessionId) =>
    changingNothing(() =>
      fetch(`${target().url}${EMULATED_PATHS.stripe}/c/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    );
  const good = {
    email: 'a@example.com',
    card_number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
    name: 'Ada',
    postal_code: '94107',
  };

  it.each([
    ['no fields', {}],
    ['an invalid card number', { ...good, card_number: '4242424242424241' }],
    ['an expired card', { ...good, expiry: '12/20' }],
    ['a short CVC', { ...good, cvc: '1' }],
    ['an invalid email address', { ...good, email: 'ada' }],
  ])('shows the form again for %s', async (_name, fields) => {
    const answer = await pay(fields);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('aria-invalid="true"');
  });

  it('answers an unknown session with 404', async () => {
    expect((await pay(good, 'cs_test_none')).status).toBe(404);
  });
});
