import type { objectDetail } from '../../model/details.ts';
import { PAYMENT_KINDS } from '../../model/entries.ts';
import type { PaymentRow, Detail as Read } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
import { CopyId, Go, Owner } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { Panel, RowsPanel } from '../parts/Panel.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { EVENT_COLUMNS } from './EventsPlace.tsx';

type ObjectDetail = Read<typeof objectDetail>;

export const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  { title: 'What', cell: ({ id, kind }) => <Go to={['payments', id]}>{PAYMENT_KINDS[kind]}</Go> },
  { title: 'State', by: 'state', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Amount', by: 'amount', isNumber: true, cell: ({ amount }) => amount },
  { title: 'Person', cell: ({ person, email }) => <Owner person={person} email={email} /> },
  { title: 'When', by: 'at', cell: ({ at }) => <When at={at} /> },
  { title: 'Page', cell: ({ url }) => url && <PageLink url={url} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
];

/** Omits the object, because the page itself is about it. */
const OWN_EVENT_COLUMNS = EVENT_COLUMNS.filter(({ title }) => title !== 'Object');

function titleFor({ row, object }: ObjectDetail): string {
  if (row !== null) return PAYMENT_KINDS[row.kind];
  const kind = String(object.object).replaceAll('_', ' ');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

function PageLink({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Payment page
    </a>
  );
}

export const PaymentsPlace = listPlace('payments', {
  about: 'Checkout sessions, subscriptions, invoices, charges, refunds and disputes.',
  columns: PAYMENT_COLUMNS,
  empty: 'No payments yet. Choose a plan on the site.',
});

export function PaymentPlace({ id }: { readonly id: string }) {
  const { eventDays } = useConsole().overview;
  const title = (detail?: ObjectDetail) => (detail === undefined ? 'Payment' : titleFor(detail));
  return (
    <DetailPlace area="payments" id={id} title={title} about={<CopyId id={id} />}>
      {({ row, object, events }) => (
        <>
          {row && (
            <Table
              label="Payment"
              columns={PAYMENT_COLUMNS.slice(1, -1)}
              rows={[row]}
              rowKey={({ id: key }) => key}
            />
          )}
          <div className="panels">
            <RowsPanel
              title="Events about it"
              label="Events"
              columns={OWN_EVENT_COLUMNS}
              rows={events}
              empty={
                eventDays === null
                  ? 'No events.'
                  : `No events. Those of more than ${eventDays} days ago expire, as at Stripe.`
              }
            />
            <Panel title="Object" wide>
              <JsonView value={object} />
            </Panel>
          </div>
        </>
      )}
    </DetailPlace>
  );
}
