import type { ScenarioCard } from '../../rows.ts';

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
