import { useState } from 'preact/hooks';
import type { ScenarioCard } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Choice } from '../parts/Form.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Faults } from './Faults.tsx';
import { ScenarioList } from './ScenarioList.tsx';

/** In minutes. */
const DURATIONS = [
  ['', 'until I end it'],
  ['1', '1 minute'],
  ['5', '5 minutes'],
  ['30', '30 minutes'],
] as const;

/** Services that can be told to fail. */
const FAILING = [
  ['stripe', 'Stripe faults'],
  ['scheduling', 'Scheduling faults'],
] as const;

export function ScenariosPlace() {
  const { overview } = useConsole();
  const reading = useRead<{ readonly scenarios: readonly ScenarioCard[] }>('scenarios', '');
  return (
    <Place
      title="Scenarios"
      about="What can happen to the stack. Those of one person are on that person's page."
    >
      <Detail reading={reading}>
        {({ scenarios }) => (
          <>
            <Scenarios scenarios={scenarios} />
            <div className="panels">
              {FAILING.filter(([service]) => overview.clocks[service] !== null).map(([service, title]) => (
                <Panel key={service} title={title}>
                  <Faults service={service} />
                </Panel>
              ))}
            </div>
          </>
        )}
      </Detail>
    </Place>
  );
}

function Scenarios({ scenarios }: { readonly scenarios: readonly ScenarioCard[] }) {
  const { overview, act } = useConsole();
  const [duration, setDuration] = useState('');
  const minutes = Number(duration) || null;
  const running = new Set(overview.running.map((each) => each.id));
  return (
    <Panel title="Make it happen">
      <Choice label="For" inline value={duration} options={DURATIONS} onChoose={setDuration} />
      <ScenarioList scenarios={scenarios} running={running}>
        {({ id: scenario, title }) =>
          running.has(scenario) ? (
            <ActionButton onPress={() => act('scenarios/end', { scenario })}>End: {title}</ActionButton>
          ) : (
            <ActionButton onPress={() => act('scenarios/start', { scenario, minutes })}>{title}</ActionButton>
          )
        }
      </ScenarioList>
    </Panel>
  );
}
