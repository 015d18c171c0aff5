import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { readConditions } from './conditions.ts';
import { stackDirector } from './stack-director.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Services that note what they are told to do, of which `release` may fail. */
function notedStack(release: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  let hold = false;
  const targets = {
    running: { stripe: true, identity: true, database: true, scheduling: true },
    stripe: {
      faults: async () => [],
      switches: async () => ({ eventDays: null }),
      clearFaults: async () => undefined,
      planDeliveries: async (plan: { hold?: boolean }) => {
        hold = plan.hold ?? hold;
        return { hold, delayMs: 0, copies: 1 };
      },
      releaseDeliveries: async () => {
        await release();
        hold = false;
        done.push('released');
      },
      advanceTime: async () => done.push('moved Stripe'),
    },
    scheduling: {
      faults: async () => [],
      clearFaults: async () => undefined,
      advanceTime: async () => done.push('moved scheduling'),
    },
    identityControl: { switches: async () => ({ answerDelayMs: 0 }) },
    databaseControl: { switches: async () => ({ rejectWrites: false }) },
  } as unknown as ConsoleTargets;
  const director = stackDirector(targets, () => done.push('told'));
  const running = async () => director.running(await readConditions(targets));
  return { done, director, running };
}

test('ends a scenario by itself after its minutes', async () => {
  const { done, director, running } = notedStack();
  const started = Date.now();
  expect(await director.start('webhooks-held', 5)).toBe('Webhooks are held, for 5 min.');
  expect(await running()).toEqual([
    {
      id: 'webhooks-held',
      title: 'Webhooks are held',
      until: new Date(started + 300_000).toISOString(),
      problem: null,
    },
  ]);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(['released', 'told']);
  expect(await running()).toEqual([]);
});

test('tells why a scenario could not end, and lets somebody end it', async () => {
  let fails = true;
  const { director, running } = notedStack(async () => {
    if (fails) throw new Error('no answer');
  });
  await director.start('webhooks-held', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await running()).toMatchObject([{ id: 'webhooks-held', problem: 'no answer' }]);
  fails = false;
  expect(await director.endAll()).toBe('Everything works as usual.');
  expect(await running()).toEqual([]);
});

test('sends webhooks after a day that both clocks move on', async () => {
  const { done, director } = notedStack();
  await director.start('webhooks-day-late', null);
  await director.end('webhooks-day-late');
  expect(done).toEqual(['moved scheduling', 'moved Stripe', 'released']);
});
