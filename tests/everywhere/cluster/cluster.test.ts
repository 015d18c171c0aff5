// Needs a cluster: `npm run cluster` says how.

import { API_PATHS, SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAtStage, type StageVisitor } from '../../support/stage-visitor.ts';
import { deployLive, type LiveCluster } from './live-cluster.ts';
import { type LoadResult, type Repeated, underLoad } from './load.ts';

const TAG = process.env.CLUSTER_IMAGE_TAG ?? expect.fail('CLUSTER_IMAGE_TAG names the images on the nodes');
/** The same images under another tag, as a next release. */
const NEXT_TAG = `${TAG}-next`;

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

  it('a pod is evicted within its disruption budget, as by draining a node', async () => {
    for (const app of ['api', 'web']) {
      const [pod = ''] = await cluster.kubectl.pods(app);
      await withoutFailure(async () => {
        await evict(pod);
        await expect.poll(() => cluster.kubectl.pods(app), { timeout: 90_000 }).not.toContain(pod);
        await cluster.kubectl.rolledOut(app);
      });
    }
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
  it('adds replicas by measured load, and a release leaves their number alone', async () => {
    const target = (utilization: number) => [
      { op: 'replace', path: '/spec/metrics/0/resource/target/averageUtilization', value: utilization },
      { op: 'replace', path: '/spec/maxReplicas', value: 4 },
    ];
    const replicas = async () => Number(await cluster.kubectl.read('deployment api', '{.spec.replicas}'));
    const { requests } = await loaded(async () => {
      // Few, because the pods share the cores of one machine.
      await cluster.kubectl.run('patch', 'hpa', 'api', '--type=json', '-p', JSON.stringify(target(2)));
      await expect.poll(replicas, { timeout: 120_000 }).toBeGreaterThan(2);
      const scaled = await replicas();
      await cluster.apply({ tags: { api: NEXT_TAG } });
      expect(await replicas()).toBeGreaterThanOrEqual(scaled);
      await cluster.kubectl.rolledOut('api');
    });
    expect(requests).toBeGreaterThan(0);
  });
});

describe('the network policies', () => {
  it.each([
    ['web', 'api', 3000, 'reached'],
    ['web', 'web-replicas', 8080, 'reached'],
    ['web', 'redis', 6379, 'rejected'],
    ['web', 'stage', 443, 'rejected'],
    ['api', 'redis', 6379, 'reached'],
    ['api', 'stage', 443, 'reached'],
    ['api', 'web', 80, 'rejected'],
    ['redis', 'api', 3000, 'rejected'],
    ['redis', 'web', 80, 'rejected'],
    ['redis', 'stage', 443, 'rejected'],
  ] as const)('from %s, %s on port %i is %s', async (from, to, port, expected) => {
    // bash is in every image; a rejected packet is dropped, so the attempt has to end by itself.
    const attempt = `timeout 5 bash -c '</dev/tcp/${to}/${port}' && echo reached || echo rejected`;
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

async function evict(pod: string): Promise<void> {
  const { namespace } = cluster.kubectl;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } };
  await cluster.kubectl.create(
    `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`,
    JSON.stringify(eviction),
  );
}

/** Pages and confirmations, over kept and over new connections. */
function requests(): Repeated[] {
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

function loaded(during: () => Promise<void>): Promise<LoadResult> {
  return underLoad(cluster.kubectl, requests(), during);
}

async function withoutFailure(during: () => Promise<void>): Promise<void> {
  const { requests, failures, slowest } = await loaded(during);
  process.stdout.write(`${requests} requests, ${failures.length} failed, the slowest in ${slowest} ms\n`);
  expect(failures, `of ${requests} requests`).toEqual([]);
}
