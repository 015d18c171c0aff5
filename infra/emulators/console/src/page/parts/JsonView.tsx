import type { JsonValue } from '../../rows.ts';
import { Go } from './Go.tsx';

const OPEN_DEPTH = 1;

/** JSON as a tree that can be folded, with links from ids to what they name. */
export function JsonView({
  value,
  openTo = OPEN_DEPTH,
}: {
  readonly value: JsonValue;
  readonly openTo?: number;
}) {
  return (
    <div className="tree">
      <Branch value={value} depth={0} openTo={openTo} />
    </div>
  );
}

interface BranchProps {
  readonly value: JsonValue;
  readonly depth: number;
  readonly openTo: number;
}

function Branch({ value, depth, openTo }: BranchProps) {
  if (value === null || typeof value !== 'object') return <Leaf value={value} />;
  const entries = Object.entries(value as { readonly [key: string]: JsonValue });
  if (entries.length === 0) return <code>{Array.isArray(value) ? '[]' : '{}'}</code>;
  return (
    <ul>
      {entries.map(([name, child]) => (
        <li key={name}>
          {child !== null && typeof child === 'object' && Object.keys(child).length > 0 ? (
            <details open={depth < openTo}>
              <summary>
                <b>{name}</b> <small>{Object.keys(child).length}</small>
              </summary>
              <Branch value={child} depth={depth + 1} openTo={openTo} />
            </details>
          ) : (
            <>
              <b>{name}</b>: <Branch value={child} depth={depth + 1} openTo={openTo} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^evt_\w+$/, 'events'],
  [/^cus_\w+$/, 'people'],
  [/^(?:sub|in|ch|re|du|dp|cs_test|cs_live)_\w+$/, 'payments'],
];

function Leaf({ value }: { readonly value: string | number | boolean | null }) {
  const place = typeof value === 'string' ? PLACES.find(([pattern]) => pattern.test(value))?.[1] : undefined;
  if (place === undefined) return <code>{JSON.stringify(value)}</code>;
  return (
    <Go to={[place, String(value)]}>
      <code>{String(value)}</code>
    </Go>
  );
}

/** A text that may be JSON. */
export function BodyView({ text }: { readonly text: string }) {
  if (text === '') return <p className="empty">Nothing.</p>;
  const value = parsed(text);
  return value !== null && typeof value === 'object' ? (
    <JsonView value={value} openTo={2} />
  ) : (
    <pre>{text}</pre>
  );
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
