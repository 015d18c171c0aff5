import type { ComponentChildren } from 'preact';
import type { ScenarioCard } from '../../rows.ts';
import { CopyButton } from '../parts/CopyId.tsx';

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
