/** Whose something is. The model fills in what becomes known later. */
export interface Owned {
  readonly person: string | null;
  readonly email: string | null;
}

/**
 * A row with what a search finds it by: its text, and the customer or the address of its person, who may
 * become known later.
 */
export interface Kept<Row> {
  readonly row: Row;
  readonly text: string;
  readonly customer: string | null;
  readonly email: string | null;
}

interface Owner {
  readonly customer?: string | null;
  readonly email?: string | null;
}

export function keep<const Row extends object>(
  row: Row,
  { customer = null, email = null }: Owner = {},
): Kept<Row> {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  const text = [...texts, customer, email].join('\n').toLowerCase();
  return { row, text, customer, email };
}

/** Keeps a row with whose it is. */
export function keepOwned<const Row extends object>(row: Row, owner: Owner): Kept<Row & Owned> {
  return keep<Row & Owned>({ ...row, person: null, email: owner.email ?? null }, owner);
}

/** Sorts ISO instants. Compares code units, which is much faster than `localeCompare` and gives the same order here. */
export function newestFirst(one: string | null, other: string | null): number {
  const [before, after] = [one ?? '', other ?? ''];
  if (before === after) return 0;
  return before < after ? 1 : -1;
}
