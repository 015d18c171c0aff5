import type { Account } from '../../snapshot.ts';
import { type Column, Table } from '../parts/Table.tsx';
import { moment } from '../state/moment.ts';

const COLUMNS: readonly Column<Account>[] = [
  { title: 'Name', cell: ({ name }) => name || '–' },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  { title: 'Uid', cell: ({ uid }) => <code>{uid}</code> },
];

export function Accounts({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <Table
      label="Accounts"
      columns={COLUMNS}
      rows={accounts}
      rowKey={({ uid }) => uid}
      empty="No accounts yet."
    />
  );
}
