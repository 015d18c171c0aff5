import type { JsonValue } from '../../json-value.ts';
import { MAIL_KINDS, PAYMENT_KINDS } from '../../model/areas.ts';
import type { Details } from '../../model/details.ts';
import { Differences } from '../parts/Differences.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonPanel } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { LISTS, RowsPanel, titleOf } from './lists.tsx';

export function titleOfPayment({ row, object }: Details['payments']): string {
  return row === null ? titleOf(String(object.object)) : PAYMENT_KINDS[row.kind];
}

export function Payment({ row, object, events }: Details['payments']) {
  const { eventDays } = useConsole().overview;
  const expiry = eventDays === null ? '' : ` Those of more than ${eventDays} days ago expire, as at Stripe.`;
  return (
    <>
      {row && <Table label="Payment" columns={LISTS.payments.columns.slice(1, -1)} rows={[row]} />}
      <div className="panels">
        <RowsPanel
          area="events"
          title="Events about it"
          without="Object"
          rows={events}
          empty={`No events.${expiry}`}
        />
        <JsonPanel title="Object" wide value={object} />
      </div>
    </>
  );
}

export function Event({ before, after, event, deliveries }: Details['events']) {
  return (
    <div className="panels">
      <Cause event={event} />
      <Panel title="What changed" wide>
        <Changes before={before} after={after} />
      </Panel>
      <RowsPanel
        area="webhooks"
        title="Deliveries"
        rows={deliveries}
        empty="No webhook endpoint wants this event."
      />
      <JsonPanel title="Object afterwards" value={after} />
      <JsonPanel title="Whole event" value={event} />
    </div>
  );
}

/** The request that caused the event; an event that time brought has none. */
function Cause({ event }: Pick<Details['events'], 'event'>) {
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

function Changes({ before, after }: { readonly before: JsonValue; readonly after: JsonValue }) {
  if (before === null || typeof before !== 'object') {
    return <p className="empty">The event names no earlier values: the object is new, or it ended.</p>;
  }
  const now = after as { readonly [key: string]: JsonValue };
  const rows = Object.entries(before as { readonly [key: string]: JsonValue }).map(([id, value]) => {
    return { id, before: value, after: now[id] ?? null };
  });
  return <Differences label="What changed" rows={rows} openTo={2} />;
}

export function Booking(row: Details['bookings']) {
  return <Table label="Booking" columns={LISTS.bookings.columns} rows={[row]} />;
}

export function Mail({ kind, from, to, link, person, text }: Details['mails']) {
  const title = MAIL_KINDS[kind] ?? kind;
  return (
    <article className="mail" aria-label={title}>
      <h2>{text?.subject ?? title}</h2>
      <p>
        <b>From:</b> {from}
      </p>
      <p>
        <b>To:</b> {person === null ? to : <Go to={['people', person]}>{to}</Go>}
      </p>
      {text && (
        <iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc={text.message} />
      )}
      <p>
        <a className="button strong" href={link} target="_blank" rel="noreferrer">
          Open its link
        </a>
      </p>
      <p>
        <small>{link}</small>
      </p>
    </article>
  );
}
