import type { Area, RowsByArea } from '../../rows.ts';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { LISTS, titleOf } from './lists.tsx';

interface RowsPanelProps<A extends Area> {
  readonly area: A;
  /** The name of the area when absent. */
  readonly title?: string;
  readonly rows: readonly RowsByArea[A][];
  readonly empty: string;
  /** The title of a column that the page itself is about. */
  readonly without?: string;
}

/** Some of what an area lists. */
export function RowsPanel<A extends Area>(props: RowsPanelProps<A>) {
  const { area, title = titleOf(area), rows, empty, without } = props;
  const { columns } = LISTS[area];
  const shown = columns.filter((column) => column.title !== without);
  return (
    <Panel title={title} wide>
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <Table<RowsByArea[A]> label={title} columns={shown} rows={rows} />
      )}
    </Panel>
  );
}
