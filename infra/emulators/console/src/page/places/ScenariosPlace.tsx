import { useId, useState } from 'preact/hooks';
import type { ScenarioCard } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Faults } from './Faults.tsx';
import { Impossible, ScenarioItem } from './ScenarioItem.tsx';

const DURATIONS = [
  { title: 'until I end it', minutes: null },
  { title: '1 minute', minutes: 1 },
  { title: '5 minutes', minutes: 5 },
  { title: '30 minutes', minutes: 30 },
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
              {overview.clocks.stripe !== null && (
                <Panel title="Stripe faults">
                  <Faults service="stripe" choices={overview.faultChoices.stripe} />
                </Panel>
              )}
              {overview.clocks.scheduling !== null && (
                <Panel title="Scheduling faults">
                  <Faults service="scheduling" choices={overview.faultChoices.scheduling} />
                </Panel>
              )}
            </div>
          </>
        )}
      </Detail>
    </Place>
  );
}

function Scenarios({ scenarios }: { readonly scenarios: readonly ScenarioCard[] }) {
  const { overview, act } = useConsole();
  const [choice, setChoice] = useState(0);
  const id = useId();
  const minutes = DURATIONS[choice]?.minutes ?? null;
  const running = new Set(overview.running.map((each) => each.id));
  const possible = scenarios.filter(({ lacks }) => lacks === null);
  return (
    <Panel title="Make it happen">
      <div className="field inline">
        <label htmlFor={id}>For</label>
        <select
          id={id}
          value={choice}
          onChange={({ currentTarget }) => setChoice(Number(currentTarget.value))}
        >
          {DURATIONS.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <ul className="scenarios">
        {possible.map((card) => (
          <ScenarioItem key={card.id} card={card} running={running.has(card.id)}>
            {running.has(card.id) ? (
              <ActionButton
                label={`End: ${card.title}`}
                onPress={() => act('scenarios/end', { scenario: card.id })}
              >
                End: {card.title}
              </ActionButton>
            ) : (
              <ActionButton onPress={() => act('scenarios/start', { scenario: card.id, minutes })}>
                {card.title}
              </ActionButton>
            )}
          </ScenarioItem>
        ))}
      </ul>
      <Impossible scenarios={scenarios} />
    </Panel>
  );
}
