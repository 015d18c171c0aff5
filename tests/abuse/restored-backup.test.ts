import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld } from '../support/abuse/oracles.ts';
import { buyPlan } from '../support/abuse/purchases.ts';
import { instanceAt, startWorld } from '../support/abuse/world.ts';

const world = suiteFixture(startWorld);

/** Reads or replaces the whole database without its rules, as an export and an import do. */
async function database(method: 'GET' | 'PUT', body?: string): Promise<string> {
  const answer = await fetch(`${world.database.url}/.json?ns=demo-outharbor-default-rtdb`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body !== undefined && { body }),
  });
  if (!answer.ok) throw new Error(`the database answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

it.each([
  ['a backup older than some purchases', true],
  ['an empty export', false],
])('rebuilds every plan from Stripe after the database is restored from %s', async (_name, hasBackup) => {
  const [early, late, leaver] = ['early', 'late', 'leaver'].map((uid) => `${uid}-${hasBackup}`) as [
    string,
    string,
    string,
  ];
  await buyPlan(world, world.user(early), FIRST);
  const { subscription } = await buyPlan(world, world.user(leaver), FIRST);
  const backup = await database('GET');
  await buyPlan(world, world.user(late), NEXT);
  await world.sdk.subscriptions.cancel(subscription);

  await database('PUT', 'null');
  if (hasBackup) await database('PUT', backup);
  const { reconcile } = instanceAt(world.instances, 0);
  const { plansRepaired, failures } = await reconcile();
  expect(failures).toBe(0);
  expect(plansRepaired).toEqual(expect.arrayContaining(hasBackup ? [late, leaver] : [early, late]));
  expect((await reconcile()).plansRepaired).toEqual([]);

  const paid = { sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 };
  await expectWorld(world, {
    [early]: { plan: FIRST.name, ...paid },
    [late]: { plan: NEXT.name, ...paid },
    [leaver]: { plan: undefined, ...paid, live: 0, ended: 1 },
  });
  // A paying user cannot pay again.
  expect((await world.user(late).book(FIRST.price)).body.error?.code).toBe('plan_already_active');
});
