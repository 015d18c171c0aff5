import { FIRST } from '@outharbor/contract/testing/plans';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { type ChildApi, childEnvironment, runProgram, startChildApi } from '../../support/abuse/child-api.ts';
import { actual } from '../../support/abuse/oracles.ts';
import { createApiClient } from '../../support/abuse/user-client.ts';
import { createWebhookCourier } from '../../support/abuse/webhook-courier.ts';
import { startWorld } from '../../support/abuse/world.ts';
import { VISA } from '../../support/card.ts';

const world = suiteFixture(() => startWorld({ apis: 0 }));
let apis: ChildApi[];
beforeAll(async () => {
  apis = [await startChildApi(world), await startChildApi(world)];
});
afterEach(() => Promise.all(apis.map((api) => api.end('SIGKILL'))));

const pickApi = (index: number) => apis[index % 2] as ChildApi;

/** Books in up to three attempts, pays and confirms; returns whether the payment was taken. */
async function buy(uid: string, index: number): Promise<boolean> {
  const user = createApiClient(
    () => pickApi(index).url,
    uid,
    () => world.issuer.issue(uid),
  );
  let isPaid = false;
  try {
    for (let attempt = 0; attempt < 3 && !isPaid; attempt += 1) {
      const { session } = (await user.book(FIRST.price)).body;
      if (session === undefined) continue;
      isPaid = (await world.stripe.pay(session.id, { card: VISA })).result === 'complete';
      await user.confirm(session.id);
    }
  } catch (error) {
    // The process was killed while the request was open.
    if (!(error instanceof TypeError)) throw error;
  }
  return isPaid;
}

it('API processes that are killed at random points lose no plan and charge nobody twice', async () => {
  for (let round = 0; round < 3; round += 1) {
    const uids = [0, 1, 2].map((index) => `random-${round}-${index}`);
    const purchases = uids.map((uid, index) => buy(uid, index));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
    await pickApi(round).end('SIGKILL');
    apis[round % 2] = await startChildApi(world);
    const paid = await Promise.all(purchases);
    await createWebhookCourier(world, () => pickApi(round).url).settle();
    await runProgram('scripts/reconcile.ts', childEnvironment(world));
    for (const [index, uid] of uids.entries()) {
      const { plan, live, refunds } = await actual(world, uid);
      expect({ uid, plan, live, refunds }).toEqual({
        uid,
        plan: paid[index] ? FIRST.name : undefined,
        live: paid[index] ? 1 : 0,
        refunds: 0,
      });
    }
  }
});
