/**
 * `node tests/load/containers.ts`: the images on a swarm of one node, under constant load. A rolling update, a bad
 * image, a killed replica, then requests per second by number of replicas. Needs a Docker engine and the images
 * built with the tag `latest`; exit code 1 when a request fails that must not, or the swarm does not heal.
 */
import { execFileSync } from 'node:child_process';
import { API_PATHS } from '@outharbor/contract/paths';
import { docker } from '../integration/containers/compose.ts';
import { startTraffic } from '../integration/containers/traffic.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';
import { deploySwarmStack, until } from './containers/swarm.ts';

const SECONDS_OF_MEASUREMENT = 15;
const stack = await deploySwarmStack(Number(process.env.PORT ?? 8080));
const visitor = await registerVisitor(stack.url, newPerson());
const session = await visitor.checkOut(500);
await stack.pay(session.id);
const confirm = () =>
  visitor.call(API_PATHS.confirmPayment, { sessionId: session.id, firebaseId: visitor.user.uid });

buildImage('outharbor/api:next', ['LABEL release=next']);
buildImage('outharbor/api:bad', ['CMD ["node", "-e", "setInterval(() => {}, 1000)"]']);

await underLoad('a rolling update to a new image', 0, async () => {
  expectEqual(await stack.updateApi('outharbor/api:next'), 'completed');
});
await underLoad('a bad image, rolled back', 0, async () => {
  expectEqual(await stack.updateApi('outharbor/api:bad'), 'rollback_completed');
});
await underLoad('a killed replica, replaced', 1, async () => {
  const [killed = ''] = await stack.apiContainers();
  await docker(['kill', killed]);
  await until(async () => {
    const containers = await stack.apiContainers();
    return containers.length === 2 && !containers.includes(killed) && (await areHealthy(containers));
  });
});
for (const replicas of [1, 2, 4]) {
  await stack.scaleApi(replicas);
  console.log(`${replicas} API replicas: ${await requestsPerSecond()} confirmations per second`);
}
await visitor.leave();
await stack.remove();

/** `tolerated` is how many calls may fail: those that a killed process had already begun to answer. */
async function underLoad(name: string, tolerated: number, during: () => Promise<void>): Promise<void> {
  const traffic = startTraffic(4, confirm);
  await traffic.passed(20);
  const started = performance.now();
  await during();
  const seconds = Math.round((performance.now() - started) / 1000);
  await traffic.passed(20);
  const { calls, failures } = await traffic.stop();
  console.log(`${name}: ${calls} calls, ${failures.length} failed, ${seconds} s`);
  if (failures.length <= tolerated) return;
  process.exitCode = 1;
  console.log(failures.slice(0, 5).join('\n'));
}

async function requestsPerSecond(): Promise<number> {
  const traffic = startTraffic(32, confirm);
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, SECONDS_OF_MEASUREMENT * 1000));
  const { calls, failures } = await traffic.stop();
  if (failures.length > 0) throw new Error(`${failures.length} of ${calls} calls failed: ${failures[0]}`);
  return Math.round(calls / ((performance.now() - started) / 1000));
}

async function areHealthy(containers: readonly string[]): Promise<boolean> {
  const states = await docker(['inspect', '--format', '{{.State.Health.Status}}', ...containers]);
  return states
    .trim()
    .split('\n')
    .every((state) => state === 'healthy');
}

function buildImage(tag: string, lines: readonly string[]): void {
  const input = ['FROM outharbor/api:latest', ...lines].join('\n');
  execFileSync('docker', ['build', '--quiet', '--tag', tag, '-'], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

function expectEqual(found: string, expected: string): void {
  if (found === expected) return;
  process.exitCode = 1;
  console.log(`expected ${expected}, found ${found}`);
}
