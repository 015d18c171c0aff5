import { expect, test } from 'vitest';
import { KeptTexts } from './kept-texts.ts';

const long = (length: number) => 'é'.repeat(length / 2);

test('reads texts of any length as they were', () => {
  const texts = new KeptTexts();
  const given = ['', 'short', 'émoji 🎉', long(200_000), long(100_000), long(1_000_000), 'last'];
  const kept = given.map((text) => texts.keep(text));
  expect(kept.map((text) => texts.read(text))).toEqual(given);
});

test('uses pages again, but none with a text that is kept', () => {
  const texts = new KeptTexts();
  const first = texts.keep('first');
  const pages = new Set();
  for (let index = 0; index < 100; index += 1) {
    const kept = texts.keep(long(200_000));
    pages.add(kept.page);
    texts.release(kept);
  }
  // One page holds the first text, and two take turns for the others.
  expect(pages.size).toBe(3);
  expect(texts.read(first)).toBe('first');
});
