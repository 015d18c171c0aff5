import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { useConsole } from '../state/console-context.ts';
import { Clock } from './Clock.tsx';

export function OverviewPlace() {
  const { overview } = useConsole();
  const { services, recent } = overview;
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
        </Panel>
      </div>
    </Place>
  );
}
