import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
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
