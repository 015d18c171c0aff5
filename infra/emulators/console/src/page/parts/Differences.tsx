import type { Difference } from '@outharbor/emulator-kit/state-differences';
import type { JsonValue } from '../../json-value.ts';
import { JsonView } from './JsonView.tsx';
import { Table } from './Table.tsx';

interface DifferencesProps {
  readonly label: string;
  readonly rows: readonly Difference[];
  readonly openTo?: number;
}

export function Differences({ label, rows, openTo = 0 }: DifferencesProps) {
  const shown = (value: unknown) => <JsonView value={value as JsonValue} openTo={openTo} />;
  const columns = [
    { title: 'Property', cell: ({ id }: Difference) => <code>{id}</code> },
    { title: 'Before', cell: ({ before }: Difference) => shown(before) },
    { title: 'After', cell: ({ after }: Difference) => shown(after) },
  ];
  return <Table label={label} columns={columns} rows={rows} />;
}
