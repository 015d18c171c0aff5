import { Panel } from './Panel.tsx';
import { type Column, Table } from './Table.tsx';

interface RowsPanelProps<Row> {
  readonly title: string;
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
}

export function RowsPanel<Row extends { readonly id: string }>(props: RowsPanelProps<Row>) {
  const { title, label = title, columns, rows, empty } = props;
  return (
    <Panel title={title} wide>
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <Table label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
