import type { UnsupportedRow } from '../../rows.ts';
import { Go } from '../parts/Go.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { useConsole } from '../state/console-context.ts';
import { Clock } from './Clock.tsx';

export function OverviewPlace() {
  const { overview } = useConsole();
  const { services, counts, recent, unsupported } = overview;
  return (
    <Place title="Overview">
      <div className="panels">
        <Panel title="Services">
          <ul className="services">
            {services.map(({ name, ok, detail }) => (
              <li key={name} className={ok ? 'link good' : 'link bad'}>
                <b>{name}</b> <small>{detail}</small>
              </li>
            ))}
          </ul>
        </Panel>
        <Clock />
        <Panel title="What happened last" wide>
          <Timeline
            label="What happened last"
            entries={recent ?? []}
            empty={
              recent === null
                ? 'Loading…'
                : 'Nothing yet. Register on the site, or add people under State and clock.'
            }
          />
          <p className="more">
            <Go to={['people']}>{counts.people} people</Go>
            <Go to={['payments']}>{counts.payments} payments</Go>
            <Go to={['webhooks']}>{counts.webhooks} webhooks</Go>
            <Go to={['requests']}>{counts.requests} requests</Go>
          </p>
        </Panel>
        {unsupported.length > 0 && (
          <Panel title="Unsupported Stripe calls" wide>
            <UnsupportedCalls calls={unsupported} />
          </Panel>
        )}
      </div>
    </Place>
  );
}

const COLUMNS: readonly Column<UnsupportedRow>[] = [
  { title: 'Call', cell: ({ call }) => <code>{call}</code> },
  { title: 'Parameter', cell: ({ param }) => param ?? '–' },
  { title: 'Times', cell: ({ count }) => count },
];

/** Calls that the emulator answered with 501 because it does not support them. */
function UnsupportedCalls({ calls }: { readonly calls: readonly UnsupportedRow[] }) {
  return (
    <Table
      label="Unsupported Stripe calls"
      columns={COLUMNS}
      rows={calls}
      rowKey={({ call, param }) => `${call} ${param}`}
    />
  );
}
