import dns, { type LookupOptions } from 'node:dns';
import { createServer, type Server } from 'node:net';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase/app';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase/ledger';
import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { deleteApp } from 'firebase-admin/app';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenLocally } from '../../infra/emulators/tests/support/local-server.ts';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { actual, expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { expectRejectedInTime } from '../support/abuse/rejected-in-time.ts';
import type { SocketMode } from '../support/abuse/socket-fault-proxy.ts';
import { type ApiClient, requireSession } from '../support/abuse/user-client.ts';
import { createWebhookCourier } from '../support/abuse/webhook-courier.ts';
import { startWorld, type World } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

describe('while the database is unavailable', () => {
  const world = suiteFixture(() =>
    startWorld({ variables: { DATABASE_TIMEOUT_MS: '500', REQUEST_TIMEOUT_MS: '3000' } }),
  );
  let users = 0;
  afterEach(async () => {
    world.databaseProxy.set('pass');
    await untilReady();
    await expectWorld(world, {});
  });

  const apiUrl = () => world.api().url;
  const untilReady = () =>
    expect
      .poll(async () => (await fetch(`${apiUrl()}${API_PATHS.ready}`)).status, { timeout: 15_000 })
      .toBe(200);
  const newUser = () => {
    users += 1;
    return world.user(`reader-${users}`);
  };

  /** Books with retries, because the first attempts may still hit the previous fault. */
  async function booked(user: ApiClient, plan: PlanPrice) {
    let answer = await user.book(plan);
    const settled = async () => {
      if (answer.status !== 200) answer = await user.book(plan);
      return answer.status;
    };
    await expect.poll(settled, { timeout: 20_000 }).toBe(200);
    return requireSession(answer);
  }

  describe.each<[string, SocketMode]>([
    ['and rejecting connections', 'reject'],
    ['and accepting connections without answering', 'stall'],
  ])('%s', (_name, mode) => {
    it('rejects a checkout within its time budget and recovers without a restart', async () => {
      const user = newUser();
      world.databaseProxy.set(mode);
      await expectRejectedInTime(user);
      world.databaseProxy.set('pass');
      await expect.poll(async () => (await user.book(FIRST.price)).status, { timeout: 20_000 }).toBe(200);
      expect((await actual(world, user.uid)).sessions.open).toBe(1);
    });

    it('grants a payment after recovery', async () => {
      const user = newUser();
      const courier = createWebhookCourier(world, apiUrl);
      const { id } = await booked(user, NEXT.price);
      await world.stripe.pay(id, { card: VISA });
      world.databaseProxy.set(mode);
      expect((await user.confirm(id)).status).toBe(503);
      const completed = (await courier.events({ fresh: true }))
        .filter(({ type }) => type === 'invoice.paid')
        .at(-1);
      if (completed === undefined) throw new Error('Stripe sent no event');
      expect(await courier.deliver(completed)).toBe(503);
      world.databaseProxy.set('pass');
      await untilReady();
      await courier.settle();
      expect(await actual(world, user.uid)).toMatchObject({
        plan: NEXT.name,
        sessions: { complete: 1 },
        live: 1,
        ended: 0,
        refunds: 0,
      });
    });

    it('readiness names the database while liveness stays 200', async () => {
      world.databaseProxy.set(mode);
      const ready = () => fetch(`${apiUrl()}${API_PATHS.ready}`);
      await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(503);
      expect(await (await ready()).json()).toMatchObject({
        dependencies: { stripe: 'up', database: 'down' },
      });
      expect((await fetch(`${apiUrl()}${API_PATHS.live}`)).status).toBe(200);
    });

    it('rejects a burst of checkouts instead of queueing them, and does not run them later', async () => {
      const burst = Array.from({ length: 280 }, newUser);
      world.databaseProxy.set(mode);
      const answers = await Promise.all(burst.map((user) => user.book(FIRST.price)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      world.databaseProxy.set('pass');
      await untilReady();
      const first = burst[0];
      if (first === undefined) throw new Error('there are no users');
      await expectWorld(world, { [first.uid]: NOTHING });
    });
  });

  it('replaces a connection that died silently', async () => {
    const user = newUser();
    await booked(user, FIRST.price);
    world.databaseProxy.freeze();
    expect((await user.book(FIRST.price)).status).toBe(503);
    await booked(user, NEXT.price);
    await expectWorld(world, { [user.uid]: { ...NOTHING, sessions: { expired: 1, open: 1 } } });
  });

  it('serves every user again after the connection is cut during a burst', async () => {
    const booking = Array.from({ length: 20 }, newUser).map(async (user, index) => {
      if (index % 5 === 0) world.databaseProxy.cut();
      const answer = await user.book(FIRST.price);
      expect([200, 503]).toContain(answer.status);
      return user;
    });
    for (const user of await Promise.all(booking)) {
      await untilReady();
      const { id } = await booked(user, FIRST.price);
      await world.stripe.pay(id, { card: VISA });
      const confirmed = async () => (await user.confirm(id)).body.planType;
      await expect.poll(confirmed, { timeout: 20_000 }).toBe(FIRST.name);
    }
  });
});

describe('more concurrent reads than the database limit', () => {
  const world = suiteFixture(() => startWorld({ apis: 0 }));

  it('rejects the excess and keeps the healthy connection', async () => {
    const app = createFirebaseApp(world.config.firebase);
    onTestFinished(() => deleteApp(app));
    const ledger = createFirebaseLedger(app, world.config.firebase, () => undefined);
    await ledger.ping();
    const before = world.databaseProxy.accepted();
    const reads = await Promise.allSettled(Array.from({ length: 600 }, () => ledger.ping()));
    expect(reads.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await ledger.ping();
    expect(world.databaseProxy.accepted()).toBe(before);
  });
});

describe('a database that is out of reach while progress is being written', () => {
  const world = suiteFixture(() => startWorld({ apis: 0, variables: { DATABASE_TIMEOUT_MS: '500' } }));

  it('is down, although the SDK answers what it has yet to write', async () => {
    const app = createFirebaseApp(world.config.firebase);
    onTestFinished(() => deleteApp(app));
    const ledger = createFirebaseLedger(app, world.config.firebase, () => undefined);
    await vi.waitFor(() => ledger.ping(), { timeout: 20_000 });
    world.databaseProxy.set('reject');
    await expect(ledger.writeProgress({ eventsUntil: 1, walkDue: 2 })).rejects.toThrow();
    await expect(ledger.ping()).rejects.toThrow();
  });
});

describe('a database redirect to a host that hangs', () => {
  const HANGS_MS = 4000;
  let world: World;
  let hanging: Server;
  let redirected = false;
  beforeAll(async () => {
    world = await startWorld({ variables: { DATABASE_TIMEOUT_MS: '500' } });
    hanging = createServer((socket) => {
      socket.on('error', () => undefined);
      setTimeout(() => socket.destroy(), HANGS_MS);
    });
    const port = await listenLocally(hanging);
    vi.spyOn(dns, 'lookup').mockImplementation(((
      _name: string,
      { all }: LookupOptions,
      done: (...found: unknown[]) => void,
    ) => {
      const found = { address: '127.0.0.1', family: 4 };
      if (all) done(null, [found]);
      else done(null, found.address, found.family);
    }) as typeof dns.lookup);
    world.databaseProxy.rewrite = (bytes) => {
      const rewritten = withHost(bytes, `s-second.localhost:${port}`);
      redirected ||= rewritten !== bytes;
      return rewritten;
    };
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
    hanging.close();
  });

  it('falls back to the original host under constant requests', async () => {
    const user = world.user('patient');
    const connected = async () => {
      // Reconnect until the rewrite applies: it misses older connections and greetings split in two.
      if (!redirected) world.databaseProxy.cut();
      return (await user.book(FIRST.price)).status === 200 && redirected;
    };
    await expect.poll(connected, { timeout: 15_000 }).toBe(true);
    world.databaseProxy.cut();
    let failed = 0;
    const booked = async () => {
      const { status } = await user.book(NEXT.price);
      if (status === 503) failed += 1;
      return status;
    };
    await expect.poll(booked, { timeout: 25_000 }).toBe(200);
    expect(failed).toBeGreaterThan(0);
  });
});

/** Replaces the host in the database's greeting frame, which redirects later connections. */
function withHost(bytes: Buffer, host: string): Buffer {
  const start = bytes.indexOf('{"t":"c","d":{"t":"h"');
  if (start < 2) return bytes;
  const length = bytes[start - 1] ?? 0;
  const greeting = bytes
    .toString('utf8', start, start + length)
    .replace(/"h":"[^"]*:[^"]*"/, `"h":"${host}"`);
  const rest = bytes.subarray(start + length);
  return Buffer.concat([
    bytes.subarray(0, start - 1),
    Buffer.of(greeting.length),
    Buffer.from(greeting),
    rest,
  ]);
}

describe("a database without the product's security rules", () => {
  const world = suiteFixture(() =>
    startWorld({ rules: '{"rules":{".read":"auth.service === \'api\'",".write":false}}' }),
  );

  it('fails immediately with 500 instead of reporting a conflict, and logs the likely cause', async () => {
    const answer = await world.user('unwritten').book(FIRST.price);
    expect([answer.status, answer.body.error?.code]).toEqual([500, 'internal_error']);
    expect(world.api().lines.join()).toContain('are they deployed?');
    // The session exists at Stripe, but its URL was never returned.
    await expectWorld(world, { unwritten: { ...NOTHING, sessions: { open: 1 } } });
  });
});
