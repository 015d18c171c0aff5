import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveryService, ScenarioCard } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { CopyButton } from '../parts/Go.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { titleOf } from './lists.tsx';

/** In minutes. */
const DURATIONS = [
  ['', 'until I end it'],
  ['1', '1 minute'],
  ['5', '5 minutes'],
  ['30', '30 minutes'],
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
              {(['stripe', 'scheduling'] as const)
                .filter((service) => overview.clocks[service] !== null)
                .map((service) => (
                  <Panel key={service} title={`${titleOf(service)} faults`}>
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

/** Makes a service fail for a number of requests, or until switched off. */
function Faults({ service }: { readonly service: DeliveryService }) {
  const { overview, act } = useConsole();
  const { targets, modes } = overview.faultChoices[service];
  const add = (form: FormData) => {
    const [target = '', mode = '', count, seconds] = [...form.values()].map(String);
    const limits = { count: Number(count) || null, ...(seconds && { seconds: Number(seconds) }) };
    return act('faults/add', { service, target, mode, ...limits });
  };
  return (
    <Form submit="Switch on" onSubmit={add}>
      <Choice label="Target" name="target" options={targets} />
      <Choice label="Mode" name="mode" options={modes} />
      <Input label="Times, if not all" name="count" type="number" min={1} max={1000} />
      <Input label="Seconds, if not for good" name="seconds" type="number" min={1} max={3600} />
    </Form>
  );
}

interface ScenarioListProps {
  readonly scenarios: readonly ScenarioCard[];
  readonly running?: ReadonlySet<string>;
  /** The button that starts or ends it. */
  readonly children: (card: ScenarioCard) => ComponentChildren;
}

/** Scenarios that can happen, each with the call that does the same in a test, and why the others cannot. */
export function ScenarioList({ scenarios, running, children }: ScenarioListProps) {
  const impossible = scenarios.filter(({ lacks }) => lacks !== null);
  return (
    <>
      <ul className="scenarios">
        {scenarios
          .filter(({ lacks }) => lacks === null)
          .map((card) => (
            <li key={card.id} data-running={running?.has(card.id)}>
              {children(card)}
              <p>{card.explains}</p>
              <details className="in-code">
                <summary aria-label={`In a test: ${card.title}`}>In a test</summary>
                <pre>{card.code}</pre>
                <CopyButton text={card.code} label={`Copy the call of ${card.title}`} />
              </details>
            </li>
          ))}
      </ul>
      {impossible.length > 0 && (
        <details>
          <summary>{impossible.length} more need something first</summary>
          <ul>
            {impossible.map(({ id, title, lacks }) => (
              <li key={id}>
                <b>{title}</b> {lacks}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
