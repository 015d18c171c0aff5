import { expect, it, vi } from 'vitest';
import { backOff, retry } from './retry.ts';

it('doubles the delay up to 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(backOff)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it('retries until the work succeeds and reports each failure', async () => {
  const work = vi
    .fn()
    .mockRejectedValueOnce('first')
    .mockRejectedValueOnce('second')
    .mockResolvedValue('done');
  const onFailure = vi.fn();
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);

  await expect(retry(work, { signal: new AbortController().signal, onFailure, wait })).resolves.toBe(true);
  expect(onFailure.mock.calls).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
  expect(waits).toEqual([1000, 2000]);
});

it('makes no further attempt once aborted', async () => {
  const stop = new AbortController();
  const work = vi.fn().mockRejectedValue('down');
  const wait = async () => stop.abort();

  await expect(retry(work, { signal: stop.signal, onFailure: vi.fn(), wait })).resolves.toBe(false);
  expect(work).toHaveBeenCalledTimes(1);
});
