import { API_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson } from '../../support/people.ts';
import { registerVisitor, type SdkVisitor } from '../../support/sdk-visitor.ts';
import { documentedProxies } from '../../support/trusted-proxies.ts';
import { buildDerived, docker } from './compose.ts';
import { describeRehearsalOnSwarm } from './live/rehearsal-swarm-suite.ts';
import { until } from './swarm.ts';
import { deploySwarmStack, type SwarmStack } from './swarm-stack.ts';
import { startTraffic } from './traffic.ts';

let stack: SwarmStack;
let subscribers: Subscriber[];
const derived: string[] = [];

/** The failed checks in a row after which the swarm replaces a replica, as in stack.yml. */
const RETRIES = 3;
/** Of Stripe; many times what RETRIES take. */
const OUTAGE_MS = 60_000;

interface Subscriber {
  readonly visitor: SdkVisitor;
  readonly sessionId: string;
}

describe('the API on a swarm of one node, under constant load', () => {
  beforeAll(async () => {
    stack = await deploySwarmStack();
    subscribers = await Promise.all(Array.from({ length: 4 }, subscribe));
  });
  afterAll(async () => {
    await Promise.all((subscribers ?? []).map(({ visitor }) => visitor.leave()));
    await stack?.remove();
    if (derived.length > 0) await docker(['image', 'rm', ...derived]);
  });

  it('finds the replicas of the site, which have each other’s files during an update', async () => {
    const path = '/assets/none-00000000.js';
    expect((await fetch(`${stack.url}${path}`)).status).toBe(404);
    // Asked of whom the name leads to, here the one that asks.
    const asked = new RegExp(`"path":"${path}","status":404,.*"upstreamStatus":"404"`);
    await expect.poll(() => stack.siteLog()).toMatch(asked);
  });

  it('counts a visitor as the terminator names them, and not as they claim to be', async () => {
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

  it('has a routing mesh in the network that docs/scaling.md names', async () => {
    const format = '{{(index .IPAM.Config 0).Subnet}}';
    const subnet = await docker(['network', 'inspect', 'ingress', '--format', format]);
    expect(subnet.trim()).toBe(await documentedProxies('Swarm, routing mesh'));
  });

  it('moves to a new image without a failed request', async () => {
    const next = await derive('next', 'LABEL release=next');
    await withoutFailure(async () => {
      expect(await stack.updateApi(next)).toBe('completed');
    });
    expect(await imagesInUse()).toEqual([next, next]);
  });

  it('goes back to the image before when the new one never becomes healthy', async () => {
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
      // The API itself answers: the site's error, and a webhook, here one that nobody has signed.
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

  it('has a killed replica replaced', async () => {
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

// An engine is in one swarm at a time, which whoever made it leaves at the end: both in one file, one after the other.
describeRehearsalOnSwarm();

async function subscribe(): Promise<Subscriber> {
  // In a network that has just been made the first calls may find no way, or be told to come again.
  const patience = { timeout: 30_000, interval: 1000 };
  const visitor = await vi.waitFor(() => registerVisitor(stack.url, newPerson()), patience);
  const { id } = await vi.waitFor(() => visitor.checkOut(500), patience);
  await stack.pay(id);
  return { visitor, sessionId: id };
}

/** Each call is the next subscriber's, so that nobody's own confirmations race. */
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

/** How many health checks of each container began since `time`; the engine remembers the last five. */
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
