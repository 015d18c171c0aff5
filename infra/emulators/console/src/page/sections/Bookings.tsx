import type { BookingRow } from '../../snapshot.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge } from '../parts/Badge.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { moment } from '../state/moment.ts';

export function Bookings({ bookings }: { readonly bookings: readonly BookingRow[] }) {
  const { act } = useConsole();
  const columns: readonly Column<BookingRow>[] = [
    {
      title: 'State',
      cell: ({ status, rescheduled }) => <Badge state={rescheduled ? 'rescheduled' : status} />,
    },
    { title: 'Start', cell: ({ start }) => moment(start) },
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Email', cell: ({ email }) => email },
    {
      title: 'Cancel',
      cell: ({ status, inviteeId, name }) =>
        status === 'active' && (
          <ActionButton
            label={`Cancel the booking of ${name}`}
            onPress={() => act('bookings/cancel', { inviteeId })}
          >
            Cancel
          </ActionButton>
        ),
    },
  ];
  return (
    <Table
      label="Bookings"
      columns={columns}
      rows={bookings}
      rowKey={({ inviteeId }) => inviteeId}
      empty="No bookings yet."
    />
  );
}
