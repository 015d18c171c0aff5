import { PAYMENT_KINDS } from '../../model/areas.ts';
import type { Details } from '../../model/details.ts';
import { CopyId } from '../parts/Go.tsx';
import { JsonPanel } from '../parts/JsonView.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import { Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { LISTS, titleOf } from './lists.tsx';
import { RowsPanel } from './RowsPanel.tsx';

function titleFor(detail?: Details['payments']): string {
  if (detail === undefined) return 'Payment';
  const { row, object } = detail;
  if (row !== null) return PAYMENT_KINDS[row.kind];
  return titleOf(String(object.object));
}

export function PaymentPlace({ id }: { readonly id: string }) {
  const { eventDays } = useConsole().overview;
  const expiry = eventDays === null ? '' : ` Those of more than ${eventDays} days ago expire, as at Stripe.`;
  return (
    <DetailPlace area="payments" id={id} title={titleFor} about={<CopyId id={id} />}>
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
            <JsonPanel title="Object" wide value={object} />
          </div>
        </>
      )}
    </DetailPlace>
  );
}
