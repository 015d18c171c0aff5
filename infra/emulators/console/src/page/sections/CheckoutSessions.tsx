import type { CheckoutSessionRow } from '../../snapshot.ts';
import { Badge } from '../parts/Badge.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { moment } from '../state/moment.ts';

const COLUMNS: readonly Column<CheckoutSessionRow>[] = [
  { title: 'State', cell: ({ status }) => <Badge state={status} /> },
  { title: 'Amount', cell: ({ amount }) => amount },
  { title: 'Email', cell: ({ email }) => email ?? '–' },
  { title: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  { title: 'Session', cell: Session },
];

function Session({ id, url }: CheckoutSessionRow) {
  if (url === null)
    return (
      <code className="short" title={id}>
        {shortened(id)}
      </code>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Payment page
    </a>
  );
}

function shortened(id: string): string {
  return `…${id.slice(-8)}`;
}

export function CheckoutSessions({ sessions }: { readonly sessions: readonly CheckoutSessionRow[] }) {
  return (
    <Table
      label="Checkout sessions"
      columns={COLUMNS}
      rows={sessions}
      rowKey={({ id }) => id}
      empty="No checkout sessions yet."
    />
  );
}
