import type { Area } from '../../rows.ts';
import { Breakable } from './Breakable.tsx';
import { Go } from './Go.tsx';
import type { Column } from './Table.tsx';

/** Leads to the place of a row of the area. */
export function linkColumn<Row extends { readonly id: string }>(
  title: string,
  area: Area,
  text: (row: Row) => string,
): Column<Row> {
  return {
    title,
    cell: (row) => (
      <Go to={[area, row.id]}>
        <Breakable text={text(row)} />
      </Go>
    ),
  };
}
