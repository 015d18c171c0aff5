import { PAYMENT_KINDS } from '../../model/areas.ts';
import type { objectDetail } from '../../model/details.ts';
import type { Detail as Read } from '../../rows.ts';
import { CopyId } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import { Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { LISTS } from './lists.tsx';
import { RowsPanel } from './RowsPanel.tsx';

type ObjectDetail = Read<typeof objectDetail>;

function titleFor({ row, object }: ObjectDetail): string {
  if (row !== null) return PAYMENT_KINDS[row.kind];
  const kind = String(object.object).replaceAll('_', ' ');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

export function PaymentPlace({ id }: { readonly id: string }) {
  const { eventDays } = useConsole().overview;
  const expiry = eventDays === null ? '' : ` Those of more than ${eventDays} days ago expire, as at Stripe.`;
  const title = (detail?: ObjectDetail) => (detail === undefined ? 'Payment' : titleFor(detail));
  return (
    <DetailPlace area="payments" id={id} title={title} about={<CopyId id={id} />}>
      {({ row, object, events }) => (
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
            <Panel title="Object" wide>
              <JsonView value={object} />
            </Panel>
          </div>
        </>
      )}
    </DetailPlace>
  );
}
