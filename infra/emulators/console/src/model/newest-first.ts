/** Sorts ISO instants. Much faster than `localeCompare`, and the same for them. */
export function newestFirst(one: string | null, other: string | null): number {
  const [before, after] = [one ?? '', other ?? ''];
  if (before === after) return 0;
  return before < after ? 1 : -1;
}
