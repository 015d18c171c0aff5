import { expect, it } from 'vitest';
import { newId, randomText } from './identifiers.ts';

it('makes ids of their prefix and as many letters and digits as asked for', () => {
  expect(newId('cus')).toMatch(/^cus_[\dA-Za-z]{24}$/);
  expect(newId('cs_test', 58)).toMatch(/^cs_test_[\dA-Za-z]{58}$/);
});

it('makes no id twice, however many are made', () => {
  const ids = Array.from({ length: 2000 }, () => newId('evt'));
  expect(new Set(ids).size).toBe(ids.length);
});

it('draws every letter and digit as often as any other', () => {
  const counts = new Map<string, number>();
  for (const letter of randomText(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // A thousand of each: six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
});
