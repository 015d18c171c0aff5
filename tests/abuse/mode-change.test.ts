import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { type ApiInstance, startApiInstance } from '../support/abuse/in-process-api.ts';
import { listCustomers } from '../support/abuse/oracles.ts';
import { payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('switching from a test key to a live key on one database', () => {
  const world = suiteFixture(startWorld);
  let live: ApiInstance;
  beforeAll(async () => {
    const stripe = { ...world.config.stripe, secretKey: 'sk_live_emulated', livemode: true };
    live = await startApiInstance({ ...world.config, stripe }, world.issuer.agent);
  });
  afterAll(async () => {
    await live.close();
  });

  const onLive = (uid: string) => world.userAt(() => live.url, uid);

  async function subscribedInTest(uid: string) {
    const user = world.user(uid);
    const id = await payPlan(world, user, NEXT);
    expect((await user.confirm(id)).body.planType).toBe(NEXT.name);
    return id;
  }

  it.each(['before', 'after'])(
    'sells to a user who paid in test mode, %s the reconciler runs',
    async (when) => {
      const uid = `tester-${when}`;
      const testSession = await subscribedInTest(uid);
      if (when === 'after') {
        expect((await live.reconcile()).failures).toBe(0);
        expect(await world.readPlan(uid)).toBeNull();
      }
      const { id } = requireSession(await onLive(uid).book(FIRST.price));
      expect(id).toMatch(/^cs_live_/);
      expect(await world.readPlan(uid)).toBeNull();
      expect((await onLive(uid).confirm(testSession)).body.error?.code).toBe('checkout_session_not_found');
      await world.stripe.pay(id, { card: VISA });
      expect((await onLive(uid).confirm(id)).body.planType).toBe(FIRST.name);
      expect((await live.reconcile()).failures).toBe(0);
      expect(await world.readPlan(uid)).toBe(FIRST.name);
    },
  );

  it('sells to a user who has an open test session', async () => {
    requireSession(await world.user('hesitant').book(FIRST.price));
    const { id } = requireSession(await onLive('hesitant').book(FIRST.price));
    expect(id).toMatch(/^cs_live_/);
    expect(await listCustomers(world, 'hesitant')).toHaveLength(1);
  });

  it('does not open the portal for a test-mode customer', async () => {
    await subscribedInTest('portal');
    expect((await onLive('portal').openPortal()).body.error?.code).toBe('no_subscription');
  });

  it('never requests a test-mode customer in live mode, and never answers 500', async () => {
    const rejected = Object.keys(await world.stripe.counters()).filter((call) => / 4\d\d$/.test(call));
    // Only the stored session and the one that was confirmed again.
    expect(rejected).toEqual(['GET /v1/checkout/sessions/:id 404']);
    expect(await live.metrics.registry.metrics()).not.toMatch(/status="5/);
  });

  it('never answers 500 when the test key returns while a live plan is active', async () => {
    const id = await payPlan(world, onLive('back'), LAST);
    await onLive('back').confirm(id);
    expect((await world.user('back').book(FIRST.price)).status).toBe(200);
    expect((await world.api().reconcile()).failures).toBe(0);
  });
});
