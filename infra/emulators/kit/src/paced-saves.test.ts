import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceSaves } from './paced-saves.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const onFailure = (error: Error) => expect.fail(error.message);

it('saves a burst of changes once', async () => {
  const save = vi.fn(() => Promise.resolve());
  const saves = paceSaves(save, { delayMs: 300, pause: 4, onFailure });
  saves.changed();
  await vi.advanceTimersByTimeAsync(200);
  saves.changed();
  await vi.advanceTimersByTimeAsync(100);
  expect(save).toHaveBeenCalledTimes(1);
});

it('leaves a pause after a long save, in proportion to it', async () => {
  const save = vi.fn(() => after(1000));
  const saves = paceSaves(save, { delayMs: 300, pause: 4, onFailure });
  saves.changed();
  await vi.advanceTimersByTimeAsync(1300);
  saves.changed();
  await vi.advanceTimersByTimeAsync(3999);
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(save).toHaveBeenCalledTimes(2);
});

it('saves at once when asked to, and never twice at a time', async () => {
  let running = 0;
  const save = vi.fn(async () => {
    running += 1;
    expect(running).toBe(1);
    await after(100);
    running -= 1;
  });
  const saves = paceSaves(save, { delayMs: 300, pause: 4, onFailure });
  saves.changed();
  const both = Promise.all([saves.flush(), saves.flush()]);
  await vi.advanceTimersByTimeAsync(200);
  await both;
  expect(save).toHaveBeenCalledTimes(2);
});

it('reports a failed save and goes on', async () => {
  const failures: string[] = [];
  const save = vi.fn(() => Promise.reject(new Error('disk full')));
  const saves = paceSaves(save, { delayMs: 0, pause: 4, onFailure: ({ message }) => failures.push(message) });
  for (let i = 0; i < 2; i += 1) {
    saves.changed();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(failures).toEqual(['disk full', 'disk full']);
});
