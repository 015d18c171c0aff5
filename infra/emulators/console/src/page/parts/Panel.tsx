import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { type Column, Table } from './Table.tsx';

interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Panel({ title, children, wide = false }: PanelProps) {
  const id = useId();
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

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

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One name and value in a list of facts. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return <p className="empty">No headers were kept.</p>;
  return (
    <dl className="headers">
      {entries.map(([name, value]) => (
        <Fact key={name} name={name}>
          <code>{value}</code>
        </Fact>
      ))}
    </dl>
  );
}
