import type { ComponentChildren } from 'preact';
import type { ScenarioCard } from '../../rows.ts';
import { CopyButton } from '../parts/Go.tsx';

interface ScenarioItemProps {
  readonly card: ScenarioCard;
  readonly running?: boolean;
  /** The button that starts or ends it. */
  readonly children: ComponentChildren;
}

/** A scenario, with the call that does the same in a test. */
export function ScenarioItem({ card: { title, explains, code }, running, children }: ScenarioItemProps) {
  return (
    <li data-running={running}>
      {children}
      <p>{explains}</p>
      <details className="in-code">
        <summary aria-label={`In a test: ${title}`}>In a test</summary>
        <pre>{code}</pre>
        <CopyButton text={code} label={`Copy the call of ${title}`} />
      </details>
    </li>
  );
}

/** What cannot happen now, and why. */
export function Impossible({ scenarios }: { readonly scenarios: readonly ScenarioCard[] }) {
  const impossible = scenarios.filter(({ lacks }) => lacks !== null);
  if (impossible.length === 0) return null;
  return (
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
  );
}
