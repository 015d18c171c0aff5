/** How much of two texts is the same, from 0 to 1. */
function jaro(one: string, other: string): number {
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  const range = Math.max(Math.floor(long.length / 2) - 1, 0);
  const taken = new Set<number>();
  const inShort: string[] = [];
  for (const [index, letter] of [...short].entries()) {
    const end = Math.min(long.length - 1, index + range);
    for (let at = Math.max(0, index - range); at <= end; at += 1) {
      if (taken.has(at) || long[at] !== letter) continue;
      taken.add(at);
      inShort.push(letter);
      break;
    }
  }
  const same = inShort.length;
  if (same === 0) return 0;
  const inLong = [...long].filter((_, index) => taken.has(index));
  const swapped = Math.floor(inShort.filter((letter, index) => letter !== inLong[index]).length / 2);
  return (same / short.length + same / long.length + (same - swapped) / same) / 3;
}

/** The same, with a common beginning of up to four letters counting more. */
function jaroWinkler(one: string, other: string): number {
  const likeness = jaro(one, other);
  if (likeness <= 0.7) return likeness;
  let common = 0;
  while (common < 4 && common < one.length && one[common] === other[common]) common += 1;
  return likeness + common * 0.1 * (1 - likeness);
}

/** How many letters have to be inserted, removed or replaced. */
function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * The known name that Stripe suggests for an unknown one. It suggests what Ruby's `did_you_mean` does: `product` for
 * `product_data`, and `payment_behavior` for `payment_method_configuration`.
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const least = name.length > 3 ? 0.834 : 0.77;
  const similar = known
    .map((word) => ({ word, likeness: jaroWinkler(word, name), distance: levenshtein(word, name) }))
    .filter(({ likeness }) => likeness >= least)
    .sort((a, b) => b.likeness - a.likeness);
  const mistyped = similar.find(({ distance }) => distance <= Math.ceil(name.length * 0.25));
  const found =
    mistyped ?? similar.find(({ word, distance }) => distance < Math.min(word.length, name.length));
  return found?.word;
}
