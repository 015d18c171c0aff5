import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedMap } from './sorted-map.ts';

const compare = (a: number, b: number): number => a - b;

function pairs(map: SortedMap<number, number>, from?: number, descending = false): [number, number][] {
  const found: [number, number][] = [];
  const visit = (key: number, value: number): boolean => found.push([key, value]) > 0;
  if (descending) map.descend(visit, from);
  else map.ascend(visit, from);
  return found;
}

const steps = fc.array(fc.record({ key: fc.nat(300), value: fc.option(fc.nat(), { nil: null, freq: 3 }) }), {
  maxLength: 600,
  size: 'max',
});

test('matches a plain Map after any sequence of sets and deletes', () => {
  fc.assert(
    fc.property(steps, fc.nat(300), (changes, from) => {
      const model = new Map<number, number>();
      let map = new SortedMap<number, number>(compare);
      for (const { key, value } of changes) {
        if (value === null) model.delete(key);
        else model.set(key, value);
        map = value === null ? map.delete(key) : map.set(key, value);
      }
      const sorted = [...model].sort((a, b) => a[0] - b[0]);
      expect(pairs(map)).toEqual(sorted);
      expect([...map.entries()]).toEqual(sorted);
      expect(map.size).toBe(sorted.length);
      expect(map.get(from)).toBe(model.get(from));
      expect(pairs(map, from)).toEqual(sorted.filter(([key]) => key >= from));
      expect(pairs(map, from, true)).toEqual(sorted.filter(([key]) => key <= from).reverse());
    }),
    { numRuns: 200 },
  );
});
