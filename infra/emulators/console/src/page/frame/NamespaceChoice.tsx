import { useId } from 'preact/hooks';
import { currentNamespace, showNamespace } from '../state/namespace.ts';

/** Selects the namespace to show. Renders nothing while there is only one. */
export function NamespaceChoice({ names }: { readonly names: readonly string[] }) {
  const id = useId();
  const current = currentNamespace();
  const all = [...new Set([...names, ...(current === null ? [] : [current])])].toSorted();
  if (all.length === 0) return null;
  return (
    <div className="field inline">
      <label htmlFor={id}>Namespace</label>
      <select
        id={id}
        value={current ?? ''}
        onChange={({ currentTarget }) => showNamespace(currentTarget.value)}
      >
        <option value="">None</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
