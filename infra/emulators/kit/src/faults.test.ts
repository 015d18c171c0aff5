import { expect, it, vi } from 'vitest';
import { Faults } from './faults.ts';

const matchAny = () => true;

it('applies faults in the order they were armed, each up to its count', () => {
  const faults = new Faults((fault: { name: string; count: number | null; skip?: number }) => fault);
  faults.add({ name: 'a', count: 1 });
  faults.add({ name: 'b', count: 2, skip: 1 });
  faults.add({ name: 'c', count: 1 });
  const struck = () => faults.strike(({ name }) => name !== 'c')?.name;
  expect([struck(), struck(), struck(), struck(), struck()]).toEqual(['a', undefined, 'b', 'b', undefined]);
  expect(faults.list().map(({ struck: times, left }) => [times, left])).toEqual([
    [1, 0],
    [2, 0],
    [0, 1],
  ]);
});

it('strikes until removed if the count is null', () => {
  const faults = new Faults((fault: { count: number | null }) => fault);
  const { id, left } = faults.add({ count: null });
  expect(left).toBeNull();
  for (let request = 0; request < 3; request += 1) expect(faults.strike(matchAny)).toBeDefined();
  faults.remove(id);
  expect(faults.strike(matchAny)).toBeUndefined();
  expect(() => faults.remove(id)).toThrow('there is no fault 1');
});

it('strikes for its seconds, and then has nothing left', () => {
  vi.useFakeTimers();
  try {
    const faults = new Faults((fault: { count: number | null; seconds: number }) => fault);
    faults.add({ count: null, seconds: 2 });
    vi.advanceTimersByTime(1999);
    expect([faults.strike(matchAny)?.seconds, faults.list()[0]?.left]).toEqual([2, null]);
    vi.advanceTimersByTime(1);
    expect([faults.strike(matchAny), faults.list()[0]?.left]).toEqual([undefined, 0]);
  } finally {
    vi.useRealTimers();
  }
});

it('removes every fault on clear, and never reuses an id', () => {
  const faults = new Faults((fault: { count: number | null }) => fault);
  const first = faults.add({ count: 1 });
  faults.clear();
  expect(faults.list()).toEqual([]);
  expect(faults.add({ count: 1 }).id).not.toBe(first.id);
});
