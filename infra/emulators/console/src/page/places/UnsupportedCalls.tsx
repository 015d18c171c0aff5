import type { UnsupportedRow } from '../../rows.ts';
import { type Column, Table } from '../parts/Table.tsx';

const COLUMNS: readonly Column<UnsupportedRow>[] = [
  { title: 'Call', cell: ({ call }) => <code>{call}</code> },
  { title: 'Parameter', cell: ({ param }) => param ?? '–' },
  { title: 'Times', cell: ({ count }) => count },
];

/** Calls that the emulator answered with 501 because it does not support them. */
export function UnsupportedCalls({ calls }: { readonly calls: readonly UnsupportedRow[] }) {
  return (
    <Table
      label="Unsupported Stripe calls"
      columns={COLUMNS}
      rows={calls}
      rowKey={({ call, param }) => `${call} ${param}`}
    />
  );
}
