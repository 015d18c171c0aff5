import { describe, expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

describe('due queue', () => {
  it('returns entries in order of due time', () => {
    const queue = new DueQueue();
    // A fixed permutation of 0…96.
    const times = Array.from({ length: 97 }, (_, index) => (index * 37) % 97);
    for (const at of times) queue.add({ at, kind: 'sessions', id: String(at) });
    const taken: number[] = [];
    for (let due = queue.take(); due !== undefined; due = queue.take()) taken.push(due.at);
    expect(taken).toEqual(times.toSorted((a, b) => a - b));
    expect(queue.first).toBeUndefined();
  });

  it('orders entries added between takes', () => {
    const queue = new DueQueue();
    for (const at of [5, 3]) queue.add({ at, kind: 'invoices', id: 'x' });
    expect(queue.take()?.at).toBe(3);
    queue.add({ at: 4, kind: 'invoices', id: 'x' });
    expect([queue.take()?.at, queue.take()?.at, queue.take()]).toEqual([4, 5, undefined]);
  });
});
