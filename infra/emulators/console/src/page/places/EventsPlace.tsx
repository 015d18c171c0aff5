import type { EventDetail, EventRow, JsonValue } from '../../rows.ts';
import { Breakable } from '../parts/Breakable.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Detail } from '../parts/Detail.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { List } from '../parts/List.tsx';
import { Owner } from '../parts/Owner.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { WEBHOOK_COLUMNS } from './WebhooksPlace.tsx';

export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  {
    title: 'Event',
    cell: ({ id, type }) => (
      <Go to={['events', id]}>
        <Breakable text={type} />
      </Go>
    ),
  },
  { title: 'Object', cell: ({ object }) => object && <CopyId id={object} short linked /> },
  { title: 'Person', cell: ({ person, email }) => <Owner person={person} email={email} /> },
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
];

export function EventsPlace() {
  return (
    <Place title="Events" about="Everything that Stripe reports, whether or not a webhook endpoint wants it.">
      <List
        area="events"
        label="Events"
        columns={EVENT_COLUMNS}
        empty="No events yet. They come with the first customer."
      />
    </Place>
  );
}

export function EventPlace({ id }: { readonly id: string }) {
  const { overview } = useConsole();
  const version = overview.versions.events + overview.versions.webhooks;
  const reading = useRead<EventDetail>(`events/${encodeURIComponent(id)}`, version);
  return (
    <Place title={reading.state === 'read' ? reading.value.row.type : 'Event'} about={<CopyId id={id} />}>
      <Detail reading={reading}>
        {({ before, after, event, deliveries }) => (
          <div className="panels">
            <Cause event={event} />
            <Panel title="What changed" wide>
              <Changes before={before} after={after} />
            </Panel>
            <Panel title="Deliveries" wide>
              {deliveries.length === 0 ? (
                <p className="empty">No webhook endpoint wants this event.</p>
              ) : (
                <Table
                  label="Deliveries"
                  columns={WEBHOOK_COLUMNS}
                  rows={deliveries}
                  rowKey={(row) => row.id}
                />
              )}
            </Panel>
            <Panel title="Object afterwards">
              <JsonView value={after} />
            </Panel>
            <Panel title="Whole event">
              <JsonView value={event} />
            </Panel>
          </div>
        )}
      </Detail>
    </Place>
  );
}

/** The request that caused the event; an event that time brought has none. */
function Cause({ event }: Pick<EventDetail, 'event'>) {
  const { request } = event as { readonly request?: { readonly id: string | null } | null };
  if (!request?.id) return null;
  return (
    <p className="wide">
      Caused by the request{' '}
      <Go to={['requests']} query={{ q: request.id }}>
        {request.id}
      </Go>
    </p>
  );
}

interface Change {
  readonly name: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

const CHANGE_COLUMNS: readonly Column<Change>[] = [
  { title: 'Property', cell: ({ name }) => <code>{name}</code> },
  { title: 'Before', cell: ({ before }) => <JsonView value={before} openTo={2} /> },
  { title: 'After', cell: ({ after }) => <JsonView value={after} openTo={2} /> },
];

function Changes({ before, after }: { readonly before: JsonValue; readonly after: JsonValue }) {
  if (before === null || typeof before !== 'object') {
    return <p className="empty">The event names no earlier values: the object is new, or it ended.</p>;
  }
  const now = after as { readonly [key: string]: JsonValue };
  const rows = Object.entries(before as { readonly [key: string]: JsonValue }).map(([name, value]) => {
    return { name, before: value, after: now[name] ?? null };
  });
  return <Table label="What changed" columns={CHANGE_COLUMNS} rows={rows} rowKey={({ name }) => name} />;
}
