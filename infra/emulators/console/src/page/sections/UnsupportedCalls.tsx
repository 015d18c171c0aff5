import type { UnsupportedRow } from '../../snapshot.ts';
import { type Column, Table } from '../parts/Table.tsx';

const COLUMNS: readonly Column<UnsupportedRow>[] = [
  { title: 'Call', cell: ({ call }) => call },
  { title: 'Parameter', cell: ({ param }) => param ?? '–' },
  { title: 'Times', cell: ({ count }) => count },
];

/** What was asked of the emulator and answered 501, because it is not there. */
export function UnsupportedCalls({ calls }: { readonly calls: readonly UnsupportedRow[] }) {
  return (
    <Table
      label="Unsupported calls of Stripe"
      columns={COLUMNS}
      rows={calls}
      rowKey={({ call, param }) => `${call} ${param}`}
      empty="Nothing was asked for that is not there."
    />
  );
}
