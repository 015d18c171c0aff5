import { expect, it } from 'vitest';
import { circularChunk } from './chunks.ts';

const chunk = (...imports: string[]) => ({ file: 'x.js', imports });

it('finds a chunk that imports itself through another', () => {
  expect(circularChunk({ page: chunk('a'), a: chunk('b'), b: chunk('a') })).toBe('a');
});

it('accepts chunks that share one', () => {
  expect(circularChunk({ page: chunk('a', 'b'), a: chunk('b'), b: chunk() })).toBeUndefined();
});
