import type { ObjectDetail, PaymentRow } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
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
import { EVENT_COLUMNS } from './EventsPlace.tsx';

export const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  { title: 'What', cell: ({ id, kind }) => <Go to={['payments', id]}>{KINDS[kind]}</Go> },
  { title: 'State', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Amount', cell: ({ amount }) => amount },
  { title: 'Person', cell: ({ person, email }) => <Owner person={person} email={email} /> },
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  { title: 'Page', cell: ({ url }) => url && <PageLink url={url} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
];

/** Omits the object, because the page itself is about it. */
const OWN_EVENT_COLUMNS = EVENT_COLUMNS.filter(({ title }) => title !== 'Object');

const KINDS: Readonly<Record<PaymentRow['kind'], string>> = {
  session: 'Checkout session',
  subscription: 'Subscription',
  invoice: 'Invoice',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
};

function titleFor({ row, object }: ObjectDetail): string {
  if (row !== null) return KINDS[row.kind];
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

export function PaymentsPlace() {
  return (
    <Place
      title="Payments"
      about="Checkout sessions, subscriptions, invoices, charges, refunds and disputes."
    >
      <List
        area="payments"
        label="Payments"
        columns={PAYMENT_COLUMNS}
        empty="No payments yet. Choose a plan on the site."
      />
    </Place>
  );
}

export function PaymentPlace({ id }: { readonly id: string }) {
  const { overview } = useConsole();
  const reading = useRead<ObjectDetail>(`payments/${encodeURIComponent(id)}`, overview.versions.payments);
  return (
    <Place title={reading.state === 'read' ? titleFor(reading.value) : 'Payment'} about={<CopyId id={id} />}>
      <Detail reading={reading}>
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
              <Panel title="Events about it" wide>
                {events.length === 0 ? (
                  <p className="empty">No events.</p>
                ) : (
                  <Table
                    label="Events"
                    columns={OWN_EVENT_COLUMNS}
                    rows={events}
                    rowKey={({ id: key }) => key}
                  />
                )}
              </Panel>
              <Panel title="Object" wide>
                <JsonView value={object} />
              </Panel>
            </div>
          </>
        )}
      </Detail>
    </Place>
  );
}
