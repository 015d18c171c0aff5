import type { SubscriptionRow } from '../../snapshot.ts';
import { Badge } from '../parts/Badge.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { moment } from '../state/moment.ts';

const COLUMNS: readonly Column<SubscriptionRow>[] = [
  { title: 'State', cell: ({ status }) => <Badge state={status} /> },
  { title: 'Plan', cell: ({ plan }) => plan },
  { title: 'Email', cell: ({ email }) => email ?? '–' },
  { title: 'Period ends', cell: PeriodEnd },
];

function PeriodEnd({ renewsAt, cancelAtPeriodEnd, status }: SubscriptionRow) {
  const what = status === 'canceled' ? 'ended' : cancelAtPeriodEnd ? 'cancels' : 'renews';
  return (
    <>
      {moment(renewsAt)} <small>{what}</small>
    </>
  );
}

export function Subscriptions({ subscriptions }: { readonly subscriptions: readonly SubscriptionRow[] }) {
  return (
    <Table
      label="Subscriptions"
      columns={COLUMNS}
      rows={subscriptions}
      rowKey={({ id }) => id}
      empty="No subscriptions yet."
    />
  );
}
