import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { API_PATHS } from '@outharbor/contract/paths';
import { getDatabase } from 'firebase-admin/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, sessionOf } from './support/api-client.ts';
import { type ChildApi, childEnvironment, startChildApi } from './support/child-api.ts';
import { actual, expectWorld, NOTHING } from './support/oracles.ts';
import { createWebhookCourier } from './support/webhook-courier.ts';
import { startWorld, type World } from './support/world.ts';

const VISA = '4242424242424242';
const script = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

describe('the API as a process', () => {
  let world: World;
  const running: ChildApi[] = [];
  beforeAll(async () => {
    world = await startWorld({ apis: 0 });
  });
  afterEach(async () => {
    world.stripeProxy.heal();
    await Promise.all(running.splice(0).map((api) => api.end('SIGKILL')));
  });
  afterAll(() => world.close());

  async function start(variables?: Record<string, string>): Promise<ChildApi> {
    const api = await startChildApi(world, variables);
    running.push(api);
    return api;
  }

  const userOf = (api: () => ChildApi, uid: string) =>
    createApiClient(
      () => api().url,
      uid,
      () => world.issuer.issue(uid),
    );

  /** Runs a program of the repository to its end. */
  async function run(file: string, env: Record<string, string>) {
    const child = spawn(process.execPath, [script(file)], { env: { PATH: process.env.PATH, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output };
  }

  it('ends at once with every fault of its environment, one line each, and no value', async () => {
    const { code, output } = await run('api/src/server.ts', {
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

  it('refuses a live key with an emulator, and emulated cards with live data', async () => {
    const environment = childEnvironment(world);
    const live = await run('api/src/server.ts', { ...environment, STRIPE_SECRET_KEY: 'sk_live_abc' });
    expect([live.code, live.output]).toEqual([78, expect.stringContaining('live key')]);
    const { FIREBASE_AUTH_EMULATOR_HOST: _, ...mixed } = environment;
    expect((await run('api/src/server.ts', mixed)).code).toBe(78);
  });

  it('grants what was paid while it was killed, after a restart', async () => {
    let api = await start();
    const user = userOf(() => api, 'survivor');
    const { id } = sessionOf(await user.book(1000));
    await api.end('SIGKILL');
    await world.stripe.pay(id, { card: VISA });
    api = await start();
    await createWebhookCourier(world, () => api.url).settle();
    await expectWorld(world, {
      survivor: { plan: 'pro', sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
    expect((await user.confirm(id)).body.planType).toBe('pro');
  });

  it('finishes what it began when it is told to end, takes nothing new, and ends with 0', async () => {
    const api = await start();
    const begun = Promise.withResolvers<void>();
    world.stripeProxy.fault = () => {
      begun.resolve();
      return { kind: 'slow', ms: 150 };
    };
    const booking = userOf(() => api, 'drained').book(500);
    await begun.promise;
    const ended = api.end('SIGTERM');
    expect((await booking).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${api.url}${API_PATHS.live}`)).rejects.toThrow();
    await expectWorld(world, { drained: { ...NOTHING, sessions: { open: 1 } } });
  });

  it('ends with 0 within its drain while a client is connected and silent', async () => {
    const api = await start();
    const { hostname, port } = new URL(api.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    // An answer to somebody else shows that the API has taken the connection before it.
    expect((await fetch(`${api.url}${API_PATHS.live}`)).status).toBe(200);
    expect(await api.end('SIGTERM')).toBe(0);
    silent.destroy();
  });

  it('ends when the process that started it is gone', async () => {
    const api = await start();
    const exited = once(api.process, 'exit');
    api.process.disconnect();
    expect((await exited)[0]).toBe(0);
  });

  it('writes JSON lines without a key, token, card or password', async () => {
    const api = await start({ LOG_LEVEL: 'trace' });
    const user = userOf(() => api, 'logged');
    const { id } = sessionOf(await user.book(500));
    await world.stripe.pay(id, { card: VISA });
    await user.confirm(id);
    world.stripeProxy.fault = () => ({
      kind: 'answer',
      status: 401,
      body: '{"error":{"message":"Invalid API Key provided: sk_test_emulated"}}',
    });
    await user.openPortal();
    await api.end('SIGTERM');
    const lines = api.output().trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level');
    expect(api.output()).not.toMatch(/sk_test_|whsec_|eyJ[\w-]+\.|4242/);
  });

  it('serves metrics on their own port alone', async () => {
    const api = await start({ METRICS_PORT: '0' });
    await expect.poll(() => api.output()).toContain('"metricsPort":');
    const port = /"metricsPort":(\d+)/.exec(api.output())?.[1];
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('outharbor_http_request_seconds');
    expect(metrics).toContain('process_resident_memory_bytes');
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });

  it('repairs by itself what no webhook told, with several processes at it', async () => {
    const apis = [
      await start({ RECONCILE_INTERVAL_SECONDS: '1' }),
      await start({ RECONCILE_INTERVAL_SECONDS: '1' }),
    ];
    const user = userOf(() => apis[0] as ChildApi, 'forgotten');
    const { id } = sessionOf(await user.book(1499));
    await world.stripe.pay(id, { card: VISA });
    const planOf = async () => (await world.observe('users/forgotten/subscription/planType')) as unknown;
    await expect.poll(planOf, { timeout: 20_000, interval: 100 }).toBe('business');
    await expectWorld(world, {
      forgotten: { plan: 'business', sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('repairs also where nobody remembers how far it had come', async () => {
    await getDatabase(world.observer).ref('reconciler').remove();
    const api = await start({ RECONCILE_INTERVAL_SECONDS: '1' });
    const user = userOf(() => api, 'resumed');
    const { id } = sessionOf(await user.book(500));
    await world.stripe.pay(id, { card: VISA });
    const planOf = () => world.observe('users/resumed/subscription/planType');
    await expect.poll(planOf, { timeout: 20_000, interval: 100 }).toBe('basic');
    await expectWorld(world, {
      resumed: { plan: 'basic', sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('can be reconciled by a person, who is told what was done', async () => {
    const api = await start();
    const { id } = sessionOf(await userOf(() => api, 'manual').book(500));
    await world.stripe.pay(id, { card: VISA });
    const { code, output } = await run('scripts/reconcile.ts', childEnvironment(world));
    expect([code, JSON.parse(output).plansRepaired]).toEqual([0, expect.arrayContaining(['manual'])]);
    const again = await run('scripts/reconcile.ts', childEnvironment(world));
    expect(JSON.parse(again.output).plansRepaired).toEqual([]);
    await expectWorld(world, {
      manual: { plan: 'basic', sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });

  it('finds its prices in an account that was set up twice', async () => {
    const portalPrices = async () => {
      const { configurations } = world.sdk.billingPortal;
      const { data } = await configurations.list({ is_default: false, active: true });
      expect(data).toHaveLength(1);
      return (data[0]?.features.subscription_update.products ?? []).flatMap(({ prices }) => prices);
    };
    const environment = { STRIPE_SECRET_KEY: 'sk_test_emulated', STRIPE_API_URL: world.stripe.url };
    const first = await run('scripts/stripe-setup.ts', environment);
    const second = await run('scripts/stripe-setup.ts', environment);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.output.match(/, up to date$/gm)).toHaveLength(4);
    expect(await portalPrices()).toHaveLength(3);
    const prices = await world.sdk.prices.list({
      lookup_keys: ['basic_monthly', 'pro_monthly', 'business_monthly'],
    });
    expect(prices.data).toHaveLength(3);

    // A price that is replaced takes the place of its predecessor in the portal.
    const [old] = (await world.sdk.prices.list({ lookup_keys: ['basic_monthly'] })).data;
    await world.sdk.prices.update(String(old?.id), { active: false });
    const third = await run('scripts/stripe-setup.ts', environment);
    expect(third.output.match(/, set up$/gm)).toHaveLength(2);
    const offered = await portalPrices();
    expect([offered.length, offered.includes(String(old?.id))]).toEqual([3, false]);
  });

  it('keeps its promises when it is killed at random points under several users', {
    timeout: 120_000,
  }, async () => {
    const apis = [await start(), await start()];
    const api = (index: number) => apis[index % 2] as ChildApi;
    const paid = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const users = [0, 1, 2].map((index) => `random-${round}-${index}`);
      const work = users.map((uid, index) =>
        live(
          userOf(() => api(index), uid),
          paid,
        ),
      );
      const victim = round % 2;
      const kill = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 120)).then(async () => {
        await api(victim).end('SIGKILL');
        apis[victim] = await start();
      });
      await Promise.all([...work, kill]);
      await createWebhookCourier(world, () => api(round).url).settle();
      await run('scripts/reconcile.ts', childEnvironment(world));
      for (const uid of users) {
        const { plan, live: alive, refunds } = await actual(world, uid);
        expect({ uid, plan, alive, refunds }).toEqual({
          uid,
          plan: paid.has(uid) ? 'basic' : undefined,
          alive: paid.has(uid) ? 1 : 0,
          refunds: 0,
        });
      }
    }
  });

  /** Books, pays and confirms as far as the API lets it. */
  async function live(user: ReturnType<typeof userOf>, paid: Set<string>): Promise<void> {
    try {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { body } = await user.book(500);
        if (body.session === undefined) continue;
        if ((await world.stripe.pay(body.session.id, { card: VISA })).result === 'complete')
          paid.add(user.uid);
        await user.confirm(body.session.id);
        return;
      }
    } catch (error) {
      // The connection of a process that was killed.
      if (!(error instanceof TypeError)) throw error;
    }
  }
});
