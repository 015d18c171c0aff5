import type { ComponentChildren } from 'preact';
import type { ScenarioCard } from '../../rows.ts';
import { CopyButton } from '../parts/Go.tsx';

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
