import type { Difference } from '@outharbor/emulator-kit/state-differences';
import type { SnapshotRow } from '../../server/snapshots.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Differences } from '../parts/Differences.tsx';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { Go } from '../parts/Go.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { setQuery, useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import type { Act } from '../state/use-actions.ts';
import { useRead } from '../state/use-read.ts';

/** States to go back to and to compare. */
export function Snapshots() {
  const { overview, act } = useConsole();
  const { query } = useAddress();
  const [before, after] = [query.get('compare'), query.get('with') ?? ''];
  const keep = async (fields: FormData, form: HTMLFormElement) => {
    if (await act('snapshots/take', { name: String(fields.get('name')) })) form.reset();
  };
  return (
    <>
      <Panel title="Snapshots" wide>
        <p>The last twenty that were kept, and that before the last act. They go with the console.</p>
        <Form submit="Keep the state" onSubmit={keep}>
          <Input label="Name" inline name="name" required pattern="[\w .\-]{1,60}" autocomplete="off" />
        </Form>
        {overview.snapshots.length > 0 && (
          <Table label="Snapshots" columns={columns(act)} rows={overview.snapshots} />
        )}
      </Panel>
      {before !== null && (
        <Panel title={`From ${before} to ${after || 'now'}`} wide>
          <Choice
            label="To"
            inline
            value={after}
            options={[['', 'now'], ...overview.snapshots.map(({ id }) => id)]}
            onChoose={(name) => setQuery({ with: name }, 'replace')}
          />
          <Compared before={before} after={after} />
        </Panel>
      )}
    </>
  );
}

const columns = (act: Act): readonly Column<SnapshotRow>[] => [
  { title: 'Name', cell: ({ id, said }) => [id, said && <small key={id}> ({said})</small>] },
  { title: 'Taken', cell: ({ at }) => <When at={at} real /> },
  { title: 'Holds', cell: ({ holds }) => holds },
  {
    title: 'Action',
    cell: ({ id: name }) => (
      <>
        <Go to={['state']} query={{ compare: name }} label={`Compare ${name}`}>
          Compare
        </Go>{' '}
        <ActionButton label={`Go back to ${name}`} onPress={() => act('snapshots/load', { name })}>
          Go back
        </ActionButton>
      </>
    ),
  },
];

function Compared(states: { readonly before: string; readonly after: string }) {
  const version = Object.values(useConsole().overview.versions).join();
  const reading = useRead<{ readonly count: number; readonly rows: readonly Difference[] }>(
    'differences',
    version,
    states,
  );
  return (
    <Detail reading={reading}>
      {({ count, rows }) => (
        <>
          <p className="count">{count === 0 ? 'Nothing differs.' : `${count} differ`}</p>
          {count > 0 && <Differences label="What differs" rows={rows} />}
        </>
      )}
    </Detail>
  );
}
