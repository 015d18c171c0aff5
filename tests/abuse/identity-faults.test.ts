import type { ServerResponse } from 'node:http';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { startApiInstance } from '../support/abuse/in-process-api.ts';
import { expectWorld, NOTHING, paidFor } from '../support/abuse/oracles.ts';
import { payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

const BUDGET_MS = 2000;

const FAULTS: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['hangs', () => {}],
  ['drops connections', (response) => void response.destroy()],
  ['answers 500', (response) => void response.writeHead(500).end('{"error":{"code":500}}')],
  ['answers with HTML', (response) => void response.setHeader('content-type', 'text/html').end('<html>')],
  ['answers null', (response) => answerWith(response, 'null')],
  ['answers with null for an account', (response) => answerWith(response, '{"users":[null]}')],
];

function answerWith(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/json').end(body);
}

describe('while Firebase Auth', () => {
  const world = suiteFixture(() => startWorld({ variables: { IDENTITY_TIMEOUT_MS: '500' } }));
  let users = 0;
  afterEach(async () => {
    world.issuer.fault = undefined;
    await expectWorld(world, {});
  });

  const newUser = () => {
    users += 1;
    const uid = `asker-${users}`;
    const token = world.issuer.issue(uid);
    return world.user(uid, 0, () => token);
  };

  /** On a busy machine, an answer may take longer than the short timeout of these tests. */
  const expectRecovery = (user: ReturnType<typeof newUser>) =>
    expect.poll(async () => (await user.book(FIRST.price)).status).toBe(200);

  describe.each(FAULTS)('%s', (_name, fault) => {
    it.each([
      ['never seen', false],
      ['accepted before', true],
    ])('rejects a token that was %s with 503, and accepts it after recovery', async (_seen, seen) => {
      const user = newUser();
      if (seen) requireSession(await user.book(FIRST.price));
      world.issuer.fault = fault;
      const started = performance.now();
      const rejected = await user.book(FIRST.price);
      expect(performance.now() - started).toBeLessThan(BUDGET_MS);
      expect([rejected.status, rejected.body.error?.code]).toEqual([503, 'dependency_unavailable']);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectWorld(world, { [user.uid]: { ...NOTHING, sessions: seen ? { open: 1 } : {} } });
      world.issuer.fault = undefined;
      await expectRecovery(user);
    });
  });

  it('drops connections, rejects the first token with 503, whose keys it cannot fetch', async () => {
    const user = newUser();
    world.instances.push(await startApiInstance(world.config, world.issuer.agent));
    const later = world.user(user.uid, 1);
    world.issuer.fault = (response) => void response.destroy();
    expect((await later.book(FIRST.price)).status).toBe(503);
    world.issuer.fault = undefined;
    await expectRecovery(later);
    await expectWorld(world, { [user.uid]: { ...NOTHING, sessions: { open: 1 } } });
  });

  it('is unavailable, webhooks still grant paid plans', async () => {
    const user = newUser();
    await payPlan(world, user, NEXT);
    world.issuer.fault = (response) => void response.destroy();
    await world.settle();
    await expectWorld(world, { [user.uid]: paidFor(NEXT) });
  });
});
