import type { Area, RowsByArea } from '../rows.ts';

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

/** Newest first. */
export type KeptRows = { readonly [A in Area]: readonly Kept<RowsByArea[A]>[] };

export function keep<Row extends RowsByArea[Area]>(
  row: Row,
  {
    customer = null,
    email = null,
  }: { readonly customer?: string | null; readonly email?: string | null } = {},
): Kept<Row> {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  return {
    row,
    text: `${texts.join('\n')}\n${customer ?? ''}\n${email ?? ''}`.toLowerCase(),
    customer,
    email,
  };
}

/** Sorts ISO instants. Compares code units, which is much faster than `localeCompare` and gives the same order here. */
export function newestFirst(one: string | null, other: string | null): number {
  const [before, after] = [one ?? '', other ?? ''];
  if (before === after) return 0;
  return before < after ? 1 : -1;
}
