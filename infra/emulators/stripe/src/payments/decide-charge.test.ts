import { describe, expect, it } from 'vitest';
import { MORE_TEST_CARDS } from '../customers/methods/more-test-cards.ts';
import { TEST_CARDS } from '../customers/methods/test-cards.ts';
import { passesLuhn } from '../pages/browser-scripts/card-format.ts';

const ALL_CARDS = [...TEST_CARDS, ...MORE_TEST_CARDS];

describe('a test card', () => {
  it('has a valid number and a unique name', () => {
    for (const { number } of ALL_CARDS) expect(passesLuhn(number), number).toBe(true);
    const names = ALL_CARDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
    const aliases = ALL_CARDS.flatMap((card) => card.aliases);
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});
