import type { ScenarioCard } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Impossible } from './Impossible.tsx';
import { ScenarioItem } from './ScenarioItem.tsx';

/** What can happen to this person. */
export function PersonScenarios({ id, version }: { readonly id: string; readonly version: string }) {
  const { act } = useConsole();
  const reading = useRead<{ readonly scenarios: readonly ScenarioCard[] }>(
    `people/${encodeURIComponent(id)}/scenarios`,
    version,
  );
  if (reading.state !== 'read') return null;
  const possible = reading.value.scenarios.filter(({ lacks }) => lacks === null);
  return (
    <Panel title="Make it happen">
      <ul className="scenarios">
        {possible.map((card) => (
          <ScenarioItem key={card.id} card={card}>
            <ActionButton onPress={() => act('people/scenario', { scenario: card.id, person: id })}>
              {card.title}
            </ActionButton>
          </ScenarioItem>
        ))}
      </ul>
      <Impossible scenarios={reading.value.scenarios} />
    </Panel>
  );
}
