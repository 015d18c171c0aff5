import { API_PATHS } from '@outharbor/contract/paths';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson } from '../../support/people.ts';
import { registerVisitor, type SdkVisitor } from '../../support/sdk-visitor.ts';
import { buildDerived, docker } from './compose.ts';
import { deploySwarmStack, type SwarmStack, until } from './swarm-stack.ts';
import { startTraffic } from './traffic.ts';

let stack: SwarmStack;
let subscribers: Subscriber[];
const derived: string[] = [];

interface Subscriber {
  readonly visitor: SdkVisitor;
  readonly sessionId: string;
}

beforeAll(async () => {
  stack = await deploySwarmStack();
  subscribers = await Promise.all(Array.from({ length: 4 }, subscribe));
});
afterAll(async () => {
  await Promise.all((subscribers ?? []).map(({ visitor }) => visitor.leave()));
  await stack?.remove();
  if (derived.length > 0) await docker(['image', 'rm', ...derived]);
});

describe('the API on a swarm of one node, under constant load', () => {
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

async function subscribe(): Promise<Subscriber> {
  const visitor = await registerVisitor(stack.url, newPerson());
  // In a network that has just been made the first call may be told to come again.
  const { id } = await vi.waitFor(() => visitor.checkOut(500), { timeout: 30_000, interval: 1000 });
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
  const logged = failures.length === 0 ? [] : await stack.failuresLogged();
  expect(failures, `of ${calls} calls; ${logged.join('\n')}`).toEqual([]);
}

async function imagesInUse(): Promise<string[]> {
  return inspected('{{.Config.Image}}', await stack.apiContainers());
}

async function areHealthy(containers: readonly string[]): Promise<boolean> {
  const states = await inspected('{{.State.Health.Status}}', containers);
  return states.every((state) => state === 'healthy');
}

async function inspected(format: string, containers: readonly string[]): Promise<string[]> {
  return (await docker(['inspect', '--format', format, ...containers])).trim().split('\n');
}
