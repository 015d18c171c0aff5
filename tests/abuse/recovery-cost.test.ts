import { recoverEvents } from '@outharbor/api/reconciler/recover-events';
import { walkAccounts } from '@outharbor/api/reconciler/walk-accounts';
import { walkSubscriptions } from '@outharbor/api/reconciler/walk-subscriptions';
import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { type Calls, callsDuring } from '../support/abuse/counted-calls.ts';
import { expectWorld, paidFor } from '../support/abuse/oracles.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { instanceAt, startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

const SUBSCRIBERS = ['s0', 's1', 's2', 's3', 's4'];
const VISITORS = 1000;

describe('a user who never bought anything', () => {
  const world = suiteFixture(startWorld);

  const recovery = () => instanceAt(world.instances, 0).recovery;
  const recover = () => recoverEvents(recovery(), undefined);
  const makeRecord = (uid: string) => ({ uid, email: `${uid}@example.com`, userName: uid });
  const difference = (after: Calls, before: Calls): Calls => ({
    stripe: after.stripe - before.stripe,
    database: after.database - before.database,
    identity: after.identity - before.identity,
  });

  it('does not keep recovery from paying users, and costs one call per page of records and of accounts', async () => {
    for (const uid of SUBSCRIBERS) {
      await world.overwrite(`users/${uid}`, makeRecord(uid));
      await world.stripe.pay(requireSession(await world.user(uid).book(NEXT.price)).id, { card: VISA });
    }
    const { report } = await recover();
    expect(report.plansRepaired.toSorted()).toEqual(SUBSCRIBERS);

    const walks = async () => {
      await walkSubscriptions(recovery());
      await walkAccounts(recovery());
    };
    const events = await callsDuring(world, recover);
    const walk = await callsDuring(world, walks);
    expect([events.stripe, walk.stripe]).toEqual([1, 1]);

    const { users } = (await world.backup()) as { readonly users: object };
    const visitors = Array.from({ length: VISITORS }, (_, index) => `visitor-${index}`);
    for (const uid of visitors) world.issuer.users.set(uid, { email: `${uid}@example.com` });
    const records = Object.fromEntries(visitors.map((uid) => [uid, makeRecord(uid)]));
    await world.overwrite('users', { ...users, ...records });

    expect(await callsDuring(world, recover)).toEqual(events);
    expect(difference(await callsDuring(world, walks), walk)).toEqual({
      stripe: 0,
      database: VISITORS / 500,
      identity: VISITORS / 100,
    });
    const paid = paidFor(NEXT);
    await expectWorld(world, Object.fromEntries(SUBSCRIBERS.map((uid) => [uid, paid])));
  });
});
