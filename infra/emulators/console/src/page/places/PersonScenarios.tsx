import type { ScenarioCard } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Impossible } from './Impossible.tsx';
import { ScenarioCode } from './ScenarioCode.tsx';

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
        {possible.map(({ id: scenario, title, explains, code }) => (
          <li key={scenario}>
            <ActionButton onPress={() => act('people/scenario', { scenario, person: id })}>
              {title}
            </ActionButton>
            <p>{explains}</p>
            <ScenarioCode title={title} code={code} />
          </li>
        ))}
      </ul>
      <Impossible scenarios={reading.value.scenarios} />
    </Panel>
  );
}
