import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

describe('inBatches', () => {
  it('handles what came in one turn together, in its order, and nothing twice', async () => {
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

  it('keeps what comes while it handles for the next turn', async () => {
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
