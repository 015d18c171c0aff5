import { describe, expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

describe('the due queue', () => {
  it('gives out what is due first, first', () => {
    const queue = new DueQueue();
    // A fixed sequence that visits 0…96 in a scattered order, each once.
    const times = Array.from({ length: 97 }, (_, index) => (index * 37) % 97);
    for (const at of times) queue.add({ at, kind: 'session', id: String(at) });
    const taken: number[] = [];
    for (let due = queue.take(); due !== undefined; due = queue.take()) taken.push(due.at);
    expect(taken).toEqual(times.toSorted((a, b) => a - b));
    expect(queue.first).toBeUndefined();
  });

  it('takes new entries between', () => {
    const queue = new DueQueue();
    for (const at of [5, 3]) queue.add({ at, kind: 'invoice', id: 'x' });
    expect(queue.take()?.at).toBe(3);
    queue.add({ at: 4, kind: 'invoice', id: 'x' });
    expect([queue.take()?.at, queue.take()?.at, queue.take()]).toEqual([4, 5, undefined]);
  });
});
