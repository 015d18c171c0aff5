import { expect, it } from 'vitest';
import { newId, randomText } from './identifiers.ts';

it('builds an id from its prefix and the requested number of letters and digits', () => {
  expect(newId('cus')).toMatch(/^cus_[\dA-Za-z]{24}$/);
  expect(newId('cs_test', 58)).toMatch(/^cs_test_[\dA-Za-z]{58}$/);
});

it('generates unique ids', () => {
  const ids = Array.from({ length: 2000 }, () => newId('evt'));
  expect(new Set(ids).size).toBe(ids.length);
});

it('draws letters and digits uniformly', () => {
  const counts = new Map<string, number>();
  for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 1000 expected for each; the tolerance is six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});
