import { CopyButton } from '../parts/CopyId.tsx';

/** The call that does the same in a test. */
export function ScenarioCode({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <details className="in-code">
      <summary aria-label={`In a test: ${title}`}>In a test</summary>
      <pre>{code}</pre>
      <CopyButton text={code} label={`Copy the call of ${title}`} />
    </details>
  );
}
