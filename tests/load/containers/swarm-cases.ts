import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@outharbor/contract/paths';
import type { Measurement } from '../../../scripts/benchmark-report.ts';
import { docker } from '../../integration/containers/compose.ts';
import { startTraffic } from '../../integration/containers/traffic.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';
import { type SwarmStack, until } from './swarm.ts';

type Call = () => Promise<Response>;

const SECONDS_OF_MEASUREMENT = 15;
const NEXT_IMAGE = 'outharbor/api:next';
const BAD_IMAGE = 'outharbor/api:bad';

/** Changes of the API's service under constant load, then requests per second by number of replicas. */
export async function runSwarmCases(stack: SwarmStack, replicas: readonly number[]): Promise<Measurement[]> {
  buildImage(NEXT_IMAGE, 'LABEL release=next');
  buildImage(BAD_IMAGE, 'CMD ["node", "-e", "setInterval(() => {}, 1000)"]');
  const visitor = await registerVisitor(stack.url, newPerson());
  const session = await visitor.checkOut(500);
  await stack.pay(session.id);
  const confirm = () =>
    visitor.call(API_PATHS.confirmPayment, { sessionId: session.id, firebaseId: visitor.user.uid });
  const rows = [
    await underLoad('rolling update to a new image', confirm, async () => {
      expectEqual(await stack.updateApi(NEXT_IMAGE), 'completed');
    }),
    await underLoad('bad image, rolled back by itself', confirm, async () => {
      expectEqual(await stack.updateApi(BAD_IMAGE), 'rollback_completed');
    }),
    await underLoad('killed replica, replaced', confirm, () => killOne(stack)),
  ];
  for (const count of replicas) {
    await stack.scaleApi(count);
    rows.push(await requestsPerSecond(`API replicas: ${count}`, () => callWithoutToken(stack.url)));
  }
  await visitor.leave();
  return rows;
}

async function killOne(stack: SwarmStack): Promise<void> {
  const [killed = ''] = await stack.apiContainers();
  await docker(['kill', killed]);
  await until(async () => {
    const containers = await stack.apiContainers();
    return containers.length === 2 && !containers.includes(killed) && (await areHealthy(containers));
  });
}

async function areHealthy(containers: readonly string[]): Promise<boolean> {
  const states = await docker(['inspect', '--format', '{{.State.Health.Status}}', ...containers]);
  return states
    .trim()
    .split('\n')
    .every((state) => state === 'healthy');
}

async function underLoad(name: string, call: Call, during: () => Promise<void>): Promise<Measurement> {
  const traffic = startTraffic(4, call);
  await traffic.passed(20);
  const started = performance.now();
  await during();
  const value = Math.round((performance.now() - started) / 1000);
  await traffic.passed(20);
  const { calls, failures } = await traffic.stop();
  if (failures.length > 0) throw new Error(`${name}: ${failures.length} of ${calls} failed: ${failures[0]}`);
  return { name, value, unit: 's', note: `${calls} confirmations meanwhile, none failed` };
}

async function requestsPerSecond(name: string, call: Call): Promise<Measurement> {
  const traffic = startTraffic(32, call);
  const started = performance.now();
  await pause(SECONDS_OF_MEASUREMENT * 1000);
  const { calls, failures } = await traffic.stop();
  if (failures.length > 0) throw new Error(`${name}: ${failures.length} of ${calls} failed: ${failures[0]}`);
  const value = Math.round(calls / ((performance.now() - started) / 1000));
  return { name, value, unit: 'requests/s', note: 'through Nginx; client, Nginx and API on the same cores' };
}

/** Parsed, limited and refused by the API alone, so that no emulator is part of what is measured. */
async function callWithoutToken(url: string): Promise<Response> {
  const answer = await fetch(`${url}${API_PATHS.createCheckoutSession}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plan: 500, customerId: 'nobody' }),
  });
  if (answer.status !== 401) return answer;
  await answer.arrayBuffer();
  return new Response('refused as it must be');
}

function buildImage(tag: string, line: string): void {
  const input = `FROM outharbor/api:latest\n${line}\n`;
  execFileSync('docker', ['build', '--quiet', '--tag', tag, '-'], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

function expectEqual(found: string, expected: string): void {
  if (found !== expected) throw new Error(`The update ended as ${found}, not as ${expected}.`);
}
