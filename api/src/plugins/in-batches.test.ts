import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

describe('inBatches', () => {
  it('handles the items of one turn together, in order and exactly once', async () => {
    const handled: string[] = [];
    const handle = inBatches<string>((item) => handled.push(item));
    handle('a');
    await Promise.resolve();
    handle('b');
    expect(handled).toEqual([]);
    await turn();
    expect(handled).toEqual(['a', 'b']);
    handle('c');
    await turn();
    expect(handled).toEqual(['a', 'b', 'c']);
  });

  it('defers items added during handling to the next turn', async () => {
    const handled: number[] = [];
    const handle = inBatches<number>((item) => {
      handled.push(item);
      if (item < 2) handle(item + 1);
    });
    handle(0);
    await turn();
    expect(handled).toEqual([0]);
    await turn();
    await turn();
    expect(handled).toEqual([0, 1, 2]);
  });
});
