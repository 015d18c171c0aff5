// Needs a cluster: `npm run cluster` says how.

import { API_PATHS, SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAtStage, type StageVisitor } from '../../support/stage-visitor.ts';
import { deployLive, type LiveCluster } from './live-cluster.ts';
import { type LoadRequest, underLoad } from './load.ts';

const TAG = process.env.CLUSTER_IMAGE_TAG ?? expect.fail('CLUSTER_IMAGE_TAG names the images on the nodes');
/** The same images under another tag, as a next release; the site's has one script more. */
const NEXT_TAG = `${TAG}-next`;
const SCRIPT_OF_NEXT = '/assets/next-release.js';
const WITHIN_TWO_MINUTES = { timeout: 120_000, interval: 1000 };

let cluster: LiveCluster;
let subscriber: { readonly visitor: StageVisitor; readonly sessionId: string };

beforeAll(async () => {
  cluster = await deployLive(TAG);
  subscriber = await buyAPlan();
}, 600_000);
afterAll(() => cluster?.remove(), 300_000);

describe('the live settings on a cluster', () => {
  it('runs every pod under the restricted policy, and sells a plan that the webhook grants', async () => {
    expect(await cluster.kubectl.pods('api')).toHaveLength(2);
    expect(await cluster.kubectl.pods('web')).toHaveLength(2);
    expect(await subscriber.visitor.confirm(subscriber.sessionId)).toBe(200);
  });
});

it('accepts the alerts and the live overlay with every component and the external secret', () =>
  cluster.dryRun());

describe('no request fails while', () => {
  it.each(['api', 'web'])('%s is updated five times', async (deployment) => {
    await withoutFailure(async () => {
      for (let update = 0; update < 5; update += 1) {
        await cluster.apply({ tags: { [deployment]: update % 2 === 0 ? NEXT_TAG : TAG } });
        await cluster.kubectl.rolledOut(deployment);
      }
    });
  });

  it('a release never becomes ready, which its rollout reports and its undoing ends', async () => {
    const before = await cluster.kubectl.pods('api');
    await withoutFailure(async () => {
      await cluster.apply({ settings: { FIREBASE_DATABASE_URL: 'not a url' } });
      await expect(cluster.kubectl.rolledOut('api', 20)).rejects.toThrow(/timed out|exceeded/);
      expect(await cluster.kubectl.pods('api')).toEqual(before);
      const logs = () => cluster.kubectl.run('logs', '-l', 'app=api', '--tail=20', '--prefix');
      await expect.poll(logs, { timeout: 60_000 }).toContain('FIREBASE_DATABASE_URL');
      await cluster.apply({
        settings: { FIREBASE_DATABASE_URL: 'https://outharbor-live-default-rtdb.firebaseio.com' },
      });
      await Promise.all([cluster.kubectl.rolledOut('api'), cluster.kubectl.rolledOut('web')]);
    });
  });

  it('every pod is evicted within its disruption budget, as by draining a node', async () => {
    for (const app of ['api', 'web']) {
      const before = await cluster.kubectl.pods(app);
      await withoutFailure(async () => {
        await Promise.all(before.map(evict));
        await vi.waitFor(
          async () => {
            const pods = await cluster.kubectl.pods(app);
            expect(pods.filter((pod) => before.includes(pod))).toEqual([]);
          },
          { timeout: 90_000, interval: 1000 },
        );
        await cluster.kubectl.rolledOut(app);
      });
    }
  });

  it('a pod of the API is killed', async () => {
    await withoutFailure(() => kill('api'));
  });

  it('a container of the API runs out of memory', async () => {
    const [pod = ''] = await cluster.kubectl.pods('api');
    const lastEnd = () =>
      cluster.kubectl.read(`pod ${pod}`, '{.status.containerStatuses[0].lastState.terminated.reason}');
    await withoutFailure(async () => {
      await exhaustMemory(pod);
      await vi.waitFor(async () => expect(await lastEnd()).toBe('OOMKilled'), { timeout: 60_000 });
      await cluster.kubectl.rolledOut('api');
    });
  });

  it('a container of the site crashes and its open requests are sent again', async () => {
    await withoutFailure(() => crash('web'), { connectionsMayBreak: true });
  });

  it('Redis restarts', async () => {
    await withoutFailure(async () => {
      await cluster.kubectl.run('rollout', 'restart', 'deployment/redis');
      await cluster.kubectl.rolledOut('redis');
    });
  });

  it('a setting changes and a key is rotated, each of which replaces the pods that use it', async () => {
    await withoutFailure(async () => {
      const api = await cluster.kubectl.pods('api');
      await cluster.apply({ settings: { LOG_LEVEL: 'debug' } });
      await cluster.kubectl.rolledOut('api');
      const changed = await cluster.kubectl.pods('api');
      expect(changed.filter((pod) => api.includes(pod))).toEqual([]);
      const former = await cluster.kubectl.run(
        'exec',
        'deployment/api',
        '--',
        'cat',
        '/run/secrets/stripe_webhook_secret',
      );
      await cluster.apply({ keys: { stripe_webhook_secret: `${former}\n` } });
      await cluster.kubectl.rolledOut('api');
      expect((await cluster.kubectl.pods('api')).filter((pod) => changed.includes(pod))).toEqual([]);
    });
  });
});

describe('the autoscaler', () => {
  it('adds replicas by measured load and removes them again, and a release leaves their number alone', async () => {
    // Few, because the pods share the cores of one machine.
    const aimAt = (averageUtilization: number, behavior = {}) =>
      cluster.kubectl.run(
        'patch',
        'hpa',
        'api',
        '--type=json',
        '-p',
        JSON.stringify([
          {
            op: 'replace',
            path: '/spec/metrics/0/resource/target',
            value: { type: 'Utilization', averageUtilization },
          },
          { op: 'replace', path: '/spec/maxReplicas', value: 4 },
          { op: 'add', path: '/spec/behavior', value: behavior },
        ]),
      );
    const replicas = async () => Number(await cluster.kubectl.read('deployment api', '{.spec.replicas}'));
    await withoutFailure(async () => {
      await aimAt(2);
      await vi.waitFor(async () => expect(await replicas()).toBeGreaterThan(2), WITHIN_TWO_MINUTES);
      const scaled = await replicas();
      await cluster.apply({ tags: { api: NEXT_TAG } });
      expect(await replicas()).toBeGreaterThanOrEqual(scaled);
      await cluster.kubectl.rolledOut('api');
      await aimAt(1000, { scaleDown: { stabilizationWindowSeconds: 0 } });
      await vi.waitFor(async () => expect(await replicas()).toBe(2), WITHIN_TWO_MINUTES);
    });
  });
});

describe('a release beside another one', () => {
  it('serves the scripts of the other', async () => {
    await cluster.apply({ tags: { web: TAG } });
    await cluster.kubectl.rolledOut('web');
    // Former replicas answer until they have ended.
    await vi.waitFor(
      async () => expect(await listStatuses(SCRIPT_OF_NEXT)).toEqual([404]),
      WITHIN_TWO_MINUTES,
    );
    await cluster.apply({ tags: { web: NEXT_TAG } });
    const updated = () => cluster.kubectl.read('deployment web', '{.status.updatedReplicas}');
    await vi.waitFor(async () => expect(await updated()).toBe('1'), { timeout: 60_000, interval: 200 });
    await cluster.kubectl.run('rollout', 'pause', 'deployment/web');
    try {
      await vi.waitFor(
        async () => expect(await cluster.kubectl.pods('web')).toHaveLength(3),
        WITHIN_TWO_MINUTES,
      );
      expect(await listStatuses(SCRIPT_OF_NEXT)).toEqual([200]);
    } finally {
      await cluster.kubectl.run('rollout', 'resume', 'deployment/web');
    }
    await cluster.kubectl.rolledOut('web');
  });
});

describe('the network policies', () => {
  it.each([
    ['web', 'api', 3000, 'reached'],
    ['web', 'web-replicas', 8080, 'reached'],
    ['web', 'redis', 6379, 'refused'],
    ['web', 'stage', 443, 'refused'],
    ['api', 'redis', 6379, 'reached'],
    ['api', 'stage', 443, 'reached'],
    ['api', 'web', 80, 'refused'],
    ['redis', 'api', 3000, 'refused'],
    ['redis', 'web', 80, 'refused'],
    ['redis', 'stage', 443, 'refused'],
  ] as const)('from %s, %s on port %i is %s', async (from, to, port, expected) => {
    // bash is in every image; a refused packet is dropped, so the attempt has to end by itself.
    const attempt = `timeout 5 bash -c '</dev/tcp/${to}/${port}' && echo reached || echo refused`;
    expect(await cluster.kubectl.run('exec', `deployment/${from}`, '--', 'bash', '-c', attempt)).toBe(
      expected,
    );
  });
});

it('stays within its memory limits after the load', async () => {
  const usage = await cluster.kubectl.run('top', 'pods', '--no-headers', '--containers');
  const megabytes = usage.split('\n').map((line) => {
    const [, container = '', , memory = ''] = line.split(/\s+/);
    return { container, memory: Number(/^(\d+)Mi$/.exec(memory)?.[1]) };
  });
  const limits: Record<string, number> = { api: 256, web: 256, redis: 128, stage: 1024 };
  expect(megabytes.length).toBeGreaterThan(4);
  for (const { container, memory } of megabytes)
    expect(memory, container).toBeLessThan(0.9 * (limits[container] ?? 0));
});

async function buyAPlan() {
  const visitor = await registerAtStage(cluster.entrance);
  const { status, sessionId } = await visitor.checkOut(FIRST.price);
  expect(status).toBe(200);
  await cluster.stage.stripe('POST', `/checkout/sessions/${sessionId}/pay`, { card: 'visa' });
  await cluster.stage.stripe('POST', '/settle');
  await vi.waitFor(async () => expect(await visitor.plan()).toBe(FIRST.name), { timeout: 30_000 });
  return { visitor, sessionId };
}

/** Tries until the budget allows it. */
async function evict(pod: string): Promise<void> {
  const { namespace } = cluster.kubectl;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
  await vi.waitFor(() => cluster.kubectl.create(path, JSON.stringify(eviction)), WITHIN_TWO_MINUTES);
}

async function kill(app: string): Promise<void> {
  const [pod = ''] = await cluster.kubectl.pods(app);
  await cluster.kubectl.run('delete', 'pod', pod, '--grace-period=0', '--force');
  await vi.waitFor(async () => expect(await cluster.kubectl.pods(app)).toHaveLength(2), WITHIN_TWO_MINUTES);
}

/**
 * Ends the first process at once. A pod that is deleted by force would first lose what the network policies allow it,
 * and answer its last request with 503.
 */
async function crash(app: string): Promise<void> {
  const [pod = ''] = await cluster.kubectl.pods(app);
  const countRestarts = () =>
    cluster.kubectl.read(`pod ${pod}`, '{.status.containerStatuses[0].restartCount}');
  const before = await countRestarts();
  await cluster.kubectl.run('exec', pod, '--', 'bash', '-c', 'kill -TERM 1');
  await vi.waitFor(async () => expect(await countRestarts()).not.toBe(before), WITHIN_TWO_MINUTES);
  await cluster.kubectl.rolledOut(app);
}

/** Fills the pod's memory beside its process, which is then the largest and is killed. */
async function exhaustMemory(pod: string): Promise<void> {
  const fill =
    'head -c 60M /dev/zero >/dev/shm/full; ' +
    'for i in 1 2 3 4 5; do (held=$(head -c 25M /dev/zero | tr "\\0" x); sleep 60) & done; wait';
  await expect(cluster.kubectl.run('exec', pod, '--', 'bash', '-c', fill)).rejects.toThrow(/137|terminated/);
}

/** The different answers to a script's address over many connections. */
async function listStatuses(path: string): Promise<number[]> {
  const ask = `
    const statuses = new Set();
    for (let i = 0; i < 40; i += 1)
      statuses.add((await fetch('http://web${path}', { headers: { connection: 'close' } })).status);
    console.log(JSON.stringify([...statuses]));`;
  const command = ['node', '--input-type=module', '-e', ask];
  return JSON.parse(await cluster.kubectl.run('exec', 'deployment/stage', '--', ...command)) as number[];
}

/** Pages and confirmations, over kept and over new connections. */
function requests(): LoadRequest[] {
  const confirmation = {
    url: `http://web${API_PATHS.confirmPayment}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${subscriber.visitor.token}` },
    body: JSON.stringify({ sessionId: subscriber.sessionId, firebaseId: subscriber.visitor.uid }),
  } as const;
  const page = { url: `http://web${SITE_PATHS.pricing}` };
  return [confirmation, page].flatMap((request) => [
    { ...request, kept: true },
    { ...request, kept: false },
  ]);
}

async function withoutFailure(
  during: () => Promise<void>,
  { connectionsMayBreak = false } = {},
): Promise<void> {
  const load = { requests: requests(), database: cluster.database };
  const result = await underLoad(cluster.kubectl, load, during);
  const { requests: count, failures, repeated, slowest } = result;
  process.stdout.write(
    `${count} requests, ${failures.length} failed, ${repeated} sent again, the slowest in ${slowest} ms\n`,
  );
  expect(failures, `of ${count} requests`).toEqual([]);
  if (!connectionsMayBreak) expect(repeated, 'sent again').toBe(0);
}
