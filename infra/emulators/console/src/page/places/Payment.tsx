import { PAYMENT_KINDS } from '../../model/areas.ts';
import type { Details } from '../../model/details.ts';
import { JsonPanel } from '../parts/JsonView.tsx';
import { Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { LISTS, titleOf } from './lists.tsx';
import { RowsPanel } from './RowsPanel.tsx';

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
