import type { DeliveryRow } from '../../snapshot.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge } from '../parts/Badge.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { moment } from '../state/moment.ts';

interface DeliveriesProps {
  readonly service: 'stripe' | 'scheduling';
  readonly deliveries: readonly DeliveryRow[];
}

export function Deliveries({ service, deliveries }: DeliveriesProps) {
  const { act } = useConsole();
  const columns: readonly Column<DeliveryRow>[] = [
    { title: 'State', cell: ({ state }) => <Badge state={state} /> },
    { title: 'Event', cell: ({ event }) => event },
    { title: 'Attempts', cell: Attempts },
    {
      title: 'Action',
      cell: ({ id, event }) => (
        <ActionButton label={`Redeliver ${event}`} onPress={() => act('redeliver', { service, id })}>
          Redeliver
        </ActionButton>
      ),
    },
  ];
  return (
    <Table
      label={`${service} deliveries`}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty="No deliveries yet."
    />
  );
}

function Attempts({ attempts, url }: DeliveryRow) {
  if (attempts.length === 0) return 'none yet';
  return (
    <details>
      <summary>
        {attempts.length} to {new URL(url).pathname}
      </summary>
      <ol className="attempts">
        {attempts.map(({ at, status, durationMs, answer }) => (
          <li key={at}>
            {moment(at)}: {status ?? 'no response'} in {durationMs} ms {answer && <code>{answer}</code>}
          </li>
        ))}
      </ol>
    </details>
  );
}
