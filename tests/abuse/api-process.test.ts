import { once } from 'node:events';
import { connect } from 'node:net';
import { API_PATHS } from '@outharbor/contract/paths';
import { PLANS, planLookupKey } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import {
  type ChildApi,
  childEnvironment,
  forkApi,
  runProgram,
  startChildApi,
} from '../support/abuse/child-api.ts';
import { expectWorld, NOTHING, paidFor } from '../support/abuse/oracles.ts';
import { payPlan } from '../support/abuse/purchases.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { createWebhookCourier } from '../support/abuse/webhook-courier.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('API process', () => {
  const world = suiteFixture(() => startWorld({ apis: 0 }));
  const running: ChildApi[] = [];
  afterEach(async () => {
    world.stripeProxy.heal();
    await Promise.all(running.splice(0).map((api) => api.end('SIGKILL')));
  });

  async function start(variables?: Record<string, string>): Promise<ChildApi> {
    const api = await startChildApi(world, variables);
    running.push(api);
    return api;
  }

  const connectUser = (api: () => ChildApi, uid: string) => world.userAt(() => api().url, uid);

  it('exits immediately with one line per environment error, without printing values', async () => {
    const { code, output } = await runProgram('api/src/server.ts', {
      STRIPE_SECRET_KEY: 'sk_live_but wrong',
      PORT: 'x',
    });
    expect(code).toBe(78);
    const messages = output.split('\n').filter(Boolean);
    expect(messages.map((line) => (JSON.parse(line) as { msg: string }).msg).slice(0, 2)).toEqual([
      expect.stringMatching(/^PORT must be /),
      expect.stringMatching(/^PUBLIC_URL is missing/),
    ]);
    expect(output).not.toContain('but wrong');
  });

  it('does not start, and to reconcile, under another deployment id than the one that sold the plans', async () => {
    const first = await start();
    const user = connectUser(() => first, 'first-client');
    const id = await payPlan(world, user, FIRST);
    await user.confirm(id);
    const renamed = { ...childEnvironment(world), DEPLOYMENT_ID: 'renamed' };
    const { deployment } = world.config.stripe;
    for (const file of ['api/src/server.ts', 'api/src/reconcile.ts']) {
      const { code, output } = await runProgram(file, renamed);
      expect(code).toBe(file === 'api/src/server.ts' ? 78 : 1);
      expect(output).toContain('DEPLOYMENT_ID');
      expect(output).toContain(deployment);
    }
  });

  it('grants a plan that was paid for while it was down, after a restart', async () => {
    let api = await start();
    const user = connectUser(() => api, 'survivor');
    const { id } = requireSession(await user.book(NEXT.price));
    await api.end('SIGKILL');
    await world.stripe.pay(id, { card: VISA });
    api = await start();
    await createWebhookCourier(world, () => api.url).settle();
    await expectWorld(world, { survivor: paidFor(NEXT) });
    expect((await user.confirm(id)).body.planType).toBe(NEXT.name);
  });

  it('finishes open requests on SIGTERM, accepts no new ones and exits with 0', async () => {
    const api = await start();
    const begun = Promise.withResolvers<void>();
    world.stripeProxy.fault = () => {
      begun.resolve();
      return { kind: 'slow', ms: 150 };
    };
    const booking = connectUser(() => api, 'drained').book(FIRST.price);
    await begun.promise;
    const ended = api.end('SIGTERM');
    expect((await booking).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${api.url}${API_PATHS.live}`)).rejects.toThrow();
    await expectWorld(world, { drained: { ...NOTHING, sessions: { open: 1 } } });
  });

  it('exits with 0 within the drain period while a client is connected but silent', async () => {
    const api = await start();
    const { hostname, port } = new URL(api.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    // A response to a later connection proves that the API has accepted the silent one.
    expect((await fetch(`${api.url}${API_PATHS.live}`)).status).toBe(200);
    expect(await api.end('SIGTERM')).toBe(0);
    silent.destroy();
  });

  it('exits when its parent process is gone', async () => {
    const api = await start();
    const exited = once(api.process, 'exit');
    api.process.disconnect();
    expect((await exited)[0]).toBe(0);
  });

  it('exits when its parent exited before it was ready', async () => {
    const child = forkApi(world);
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('exits when nobody reads its log any more', async () => {
    const api = await start({ LOG_LEVEL: 'info' });
    const exited = once(api.process, 'exit');
    api.process.stdout?.destroy();
    api.process.disconnect();
    expect((await exited)[0]).toBe(0);
  });

  it('serves metrics only on a separate port', async () => {
    const api = await start({ METRICS_PORT: '0' });
    await expect.poll(() => api.output()).toContain('"metricsPort":');
    const port = /"metricsPort":(\d+)/.exec(api.output())?.[1];
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('outharbor_http_request_seconds');
    expect(metrics).toContain('process_resident_memory_bytes');
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });

  it('can be reconciled manually, which reports the repaired plans', async () => {
    const api = await start();
    await payPlan(
      world,
      connectUser(() => api, 'manual'),
      FIRST,
    );
    const { code, output } = await runProgram('scripts/reconcile.ts', childEnvironment(world));
    expect([code, JSON.parse(output).plansRepaired]).toEqual([0, expect.arrayContaining(['manual'])]);
    const again = await runProgram('scripts/reconcile.ts', childEnvironment(world));
    expect(JSON.parse(again.output).plansRepaired).toEqual([]);
    await expectWorld(world, { manual: paidFor(FIRST) });
  });

  it('stripe-setup is idempotent and puts a replacement price into the portal', async () => {
    const portalPrices = async () => {
      const { configurations } = world.sdk.billingPortal;
      const { data } = await configurations.list({ is_default: false, active: true });
      expect(data).toHaveLength(1);
      return (data[0]?.features.subscription_update.products ?? []).flatMap(({ prices }) => prices);
    };
    const environment = { STRIPE_SECRET_KEY: 'sk_test_emulated', STRIPE_API_URL: world.stripe.url };
    const first = await runProgram('scripts/stripe-setup.ts', environment);
    const second = await runProgram('scripts/stripe-setup.ts', environment);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.output.match(/, up to date$/gm)).toHaveLength(PLANS.length + 1);
    expect(await portalPrices()).toHaveLength(PLANS.length);
    const prices = await world.sdk.prices.list({
      lookup_keys: PLANS.map(planLookupKey),
    });
    expect(prices.data).toHaveLength(PLANS.length);

    // A replacement price takes its predecessor's place in the portal.
    const [old] = (await world.sdk.prices.list({ lookup_keys: [planLookupKey(FIRST)] })).data;
    await world.sdk.prices.update(String(old?.id), { active: false });
    const third = await runProgram('scripts/stripe-setup.ts', environment);
    expect(third.output.match(/, set up$/gm)).toHaveLength(2);
    const offered = await portalPrices();
    expect([offered.length, offered.includes(String(old?.id))]).toEqual([PLANS.length, false]);
  });
});
