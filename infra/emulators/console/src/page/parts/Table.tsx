import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The property of the row that a press on the title sorts by. */
  readonly by?: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The property that the rows are sorted by, descending after `-`. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

/** On a phone each row becomes a card, and each cell shows its column title. */
export function Table<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { label, columns, rows, sort, onSort } = props;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, by, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber} aria-sort={sortedAs(by, sort)}>
              {by && onSort ? (
                <button type="button" onClick={() => onSort(sort === by ? `-${by}` : by)}>
                  {title}
                </button>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-title={title} data-number={isNumber}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sortedAs(by: string | undefined, sort: string | undefined) {
  if (by === undefined) return undefined;
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : undefined;
}
