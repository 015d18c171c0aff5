// @module-tag docker
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { buildDerived } from '../../support/containers/compose.ts';
import { until } from '../../support/containers/swarm.ts';
import { deploySwarmStack, type SwarmStack } from '../../support/containers/swarm-stack.ts';
import { startTraffic } from '../../support/containers/traffic.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor, type SdkVisitor } from '../../support/sdk-visitor.ts';
import { documentedProxies } from '../../support/trusted-proxies.ts';
import { describeRehearsalOnSwarm } from './rehearsal-swarm-suite.ts';

let stack: SwarmStack;
let subscribers: Subscriber[];
const derived: string[] = [];

/** Consecutive failed health checks until the swarm replaces a replica, as in stack.yml. */
const RETRIES = 3;
/** Duration of the Stripe outage, much longer than RETRIES health checks. */
const OUTAGE_MS = 60_000;

interface Subscriber {
  readonly visitor: SdkVisitor;
  readonly sessionId: string;
}

describe('the API on a single-node swarm under constant load', () => {
  beforeAll(async () => {
    stack = await deploySwarmStack();
    subscribers = await Promise.all(Array.from({ length: 4 }, subscribe));
  });
  afterAll(async () => {
    await Promise.all((subscribers ?? []).map(({ visitor }) => visitor.leave()));
    await stack?.remove();
    if (derived.length > 0) await docker(['image', 'rm', ...derived]);
  });

  it('site replicas look for missing files at each other', async () => {
    const path = '/assets/none-00000000.js';
    expect((await fetch(`${stack.url}${path}`)).status).toBe(404);
    // The service name resolves to every replica, here to the asking one.
    const lookup = new RegExp(`"path":"${path}","status":404,.*"upstreamStatus":"404"`);
    await expect.poll(() => stack.siteLog()).toMatch(lookup);
  });

  it("counts requests by the terminator's client address, not the claimed one", async () => {
    const [claimed, visitor] = ['198.51.100.77', '203.0.113.77'];
    const call = await fetch(`${stack.url}${API_PATHS.confirmPayment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `${claimed}, ${visitor}` },
      body: '{}',
    });
    expect(call.status).toBe(400);
    const counted = await stack.counted();
    expect(counted).toContainEqual(expect.stringContaining(visitor));
    expect(counted.filter((key) => key.includes(claimed))).toEqual([]);
  });

  it('has the routing mesh network that docs/scaling.md documents', async () => {
    const format = '{{(index .IPAM.Config 0).Subnet}}';
    const subnet = await docker(['network', 'inspect', 'ingress', '--format', format]);
    expect(subnet.trim()).toBe(await documentedProxies('Swarm, routing mesh'));
  });

  it('updates to a new image without a failed request', async () => {
    const next = await derive('next', 'LABEL release=next');
    await withoutFailure(async () => {
      expect(await stack.updateApi(next)).toBe('completed');
    });
    expect(await imagesInUse()).toEqual([next, next]);
  });

  it('rolls back an image that never becomes healthy', async () => {
    const before = await imagesInUse();
    const bad = await derive('bad', 'CMD ["sleep", "infinity"]');
    await withoutFailure(async () => {
      expect(await stack.updateApi(bad)).toBe('rollback_completed');
    });
    expect(await imagesInUse()).toEqual(before);
  });

  it('keeps every replica in service while Stripe is unavailable for a minute', async () => {
    const before = await stack.apiContainers();
    await stack.withStripeUnavailable(async () => {
      const since = Date.now();
      await until(async () => {
        expect(await stack.apiContainers(), 'replicas in service').toEqual(before);
        const checked = (await checksSince(since, before)).every((checks) => checks > RETRIES);
        return checked && Date.now() - since > OUTAGE_MS;
      });
      expect(await areHealthy(before)).toBe(true);
      // The API itself still answers: 503 to the site, and 400 to an unsigned webhook.
      const refused = await confirmations()();
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: { code: 'dependency_unavailable' } });
      const webhook = await fetch(`${stack.url}${API_PATHS.stripeWebhook}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(await webhook.json()).toMatchObject({ error: { code: 'webhook_signature_invalid' } });
      expect((await fetch(stack.url)).status).toBe(200);
    });
    await withoutFailure(async () => {});
    expect(await stack.apiContainers()).toEqual(before);
  });

  it('replaces a killed replica', async () => {
    await withoutFailure(async () => {
      const [killed = ''] = await stack.apiContainers();
      await docker(['kill', killed]);
      await until(async () => {
        const containers = await stack.apiContainers();
        return containers.length === 2 && !containers.includes(killed) && (await areHealthy(containers));
      });
    });
  });
});

// An engine can be in only one swarm, and each suite leaves the one it created, so they run in sequence.
describeRehearsalOnSwarm();

async function subscribe(): Promise<Subscriber> {
  // The first calls over a new network may fail or get a Retry-After.
  const patience = { timeout: 30_000, interval: 1000 };
  const visitor = await vi.waitFor(() => registerVisitor(stack.url, newPerson()), patience);
  const { id } = await vi.waitFor(() => visitor.checkOut(FIRST.price), patience);
  await stack.pay(id);
  return { visitor, sessionId: id };
}

/** Rotates through the subscribers, so that confirmations of one subscriber do not race. */
function confirmations(): () => Promise<Response> {
  let calls = 0;
  return () => {
    const { visitor, sessionId } = subscribers[calls++ % subscribers.length] ?? expect.fail('no subscriber');
    return visitor.call(API_PATHS.confirmPayment, { sessionId, firebaseId: visitor.user.uid });
  };
}

async function derive(suffix: string, line: string): Promise<string> {
  const image = `${stack.apiImage}-${suffix}`;
  await buildDerived(image, stack.apiImage, line);
  derived.push(image);
  return image;
}

async function withoutFailure(during: () => Promise<void>): Promise<void> {
  const traffic = startTraffic(4, confirmations());
  await traffic.passed(20);
  await during();
  await traffic.passed(20);
  const { calls, failures } = await traffic.stop();
  const logged = failures.length === 0 ? '' : await stack.siteLog();
  const answered = logged.split('\n').filter((line) => /"status":5\d\d/.test(line));
  expect(failures, `of ${calls} calls; ${answered.join('\n')}`).toEqual([]);
}

async function imagesInUse(): Promise<string[]> {
  return inspected('{{.Config.Image}}', await stack.apiContainers());
}

async function areHealthy(containers: readonly string[]): Promise<boolean> {
  const states = await inspected('{{.State.Health.Status}}', containers);
  return states.every((state) => state === 'healthy');
}

/** Number of health checks of each container since `time`; the engine keeps the last five. */
async function checksSince(time: number, containers: readonly string[]): Promise<number[]> {
  const logs = await inspected('{{json .State.Health.Log}}', containers);
  return logs.map((log) => {
    const checks = JSON.parse(log) as readonly { readonly Start: string }[];
    return checks.filter(({ Start }) => Date.parse(Start) > time).length;
  });
}

async function inspected(format: string, containers: readonly string[]): Promise<string[]> {
  return (await docker(['inspect', '--format', format, ...containers])).trim().split('\n');
}
