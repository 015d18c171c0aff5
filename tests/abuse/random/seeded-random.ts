export type SeededRandom = ReturnType<typeof createSeededRandom>;

/** The same numbers for the same seed (mulberry32). */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    shuffle: <T>(from: readonly T[]): T[] =>
      from
        .map((value) => ({ value, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ value }) => value),
  };
}
