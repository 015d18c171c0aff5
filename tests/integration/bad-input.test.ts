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
