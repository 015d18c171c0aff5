import type { listEndpoints } from '../../model/endpoints.ts';
import { Badge } from '../parts/Badge.tsx';
import { Breakable, CopyId } from '../parts/Go.tsx';
import { Detail } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';

type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number];

const COLUMNS: readonly Column<Endpoint>[] = [
  { title: 'Sent to', cell: ({ url }) => <CopyId id={url} /> },
  { title: 'State', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Events', cell: ({ events }) => <Breakable text={events.join(', ')} /> },
];

export function Endpoints() {
  const { webhooks } = useConsole().overview.versions;
  const reading = useRead<{ readonly endpoints: readonly Endpoint[] }>('endpoints', webhooks);
  return (
    <>
      <h2>Endpoints</h2>
      <Detail reading={reading}>
        {({ endpoints }) => <Table label="Endpoints" columns={COLUMNS} rows={endpoints} />}
      </Detail>
    </>
  );
}
