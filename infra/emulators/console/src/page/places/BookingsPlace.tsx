import type { BookingRow } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge } from '../parts/Badge.tsx';
import { Breakable, CopyId, Go } from '../parts/Go.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';

export const BOOKING_COLUMNS: readonly Column<BookingRow>[] = [
  {
    title: 'Start',
    by: 'start',
    cell: ({ id, start }) => (
      <Go to={['bookings', id]}>
        <When at={start} />
      </Go>
    ),
  },
  { title: 'State', cell: ({ state }) => <Badge state={state} /> },
  {
    title: 'Name',
    cell: ({ person, name }) => (
      <Go to={['people', person]}>
        <Breakable text={name} />
      </Go>
    ),
  },
  { title: 'Email', cell: ({ email }) => <Breakable text={email} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
  { title: 'Actions', cell: (row) => <Actions {...row} /> },
];

function Actions({ id, name, state }: BookingRow) {
  const { act } = useConsole();
  if (state !== 'active') return null;
  return (
    <span className="buttons">
      <ActionButton
        label={`Move the booking of ${name}`}
        onPress={() => act('bookings/move', { inviteeId: id })}
      >
        Move
      </ActionButton>
      <ActionButton
        label={`Cancel the booking of ${name}`}
        onPress={() => act('bookings/cancel', { inviteeId: id })}
      >
        Cancel
      </ActionButton>
    </span>
  );
}

export const BookingsPlace = listPlace('bookings', {
  columns: BOOKING_COLUMNS,
  empty: "No bookings yet. Book a call on the site, or on a person's page.",
});

export function BookingPlace({ id }: { readonly id: string }) {
  const about = <Go to={['bookings']}>All bookings</Go>;
  return (
    <DetailPlace area="bookings" id={id} title={() => 'Booking'} about={about}>
      {(row: BookingRow) => (
        <Table label="Booking" columns={BOOKING_COLUMNS} rows={[row]} rowKey={(each) => each.id} />
      )}
    </DetailPlace>
  );
}
