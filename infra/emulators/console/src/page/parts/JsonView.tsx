import type { JsonValue } from '../../json-value.ts';
import { areaForId } from '../../stripe-ids.ts';
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
      <Branch name="" value={value} depth={0} openTo={openTo} />
    </div>
  );
}

interface BranchProps {
  readonly name: string;
  readonly value: JsonValue;
  readonly depth: number;
  readonly openTo: number;
}

function Branch({ name: ownName, value, depth, openTo }: BranchProps) {
  if (value === null || typeof value !== 'object') return <Leaf name={ownName} value={value} />;
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
              <Branch name={name} value={child} depth={depth + 1} openTo={openTo} />
            </details>
          ) : (
            <>
              <b>{name}</b>: <Branch name={name} value={child} depth={depth + 1} openTo={openTo} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Names under which services and products keep the uid of an account. */
const UID_NAMES = ['uid', 'localId', 'user_id', 'userId', 'firebaseId', 'client_reference_id'];

interface LeafProps {
  readonly name: string;
  readonly value: string | number | boolean | null;
}

function Leaf({ name, value }: LeafProps) {
  if (typeof value !== 'string' || value === '') return <code>{JSON.stringify(value)}</code>;
  if (/^req_\w+$/.test(value)) {
    return (
      <Go to={['requests']} query={{ q: value }}>
        <code>{value}</code>
      </Go>
    );
  }
  const area = UID_NAMES.includes(name) ? 'people' : areaForId(value);
  return area === undefined ? (
    <code>{JSON.stringify(value)}</code>
  ) : (
    <Go to={[area, value]}>
      <code>{value}</code>
    </Go>
  );
}

/** A text that may be JSON. */
export function BodyView({ text, empty = 'Nothing.' }: { readonly text: string; readonly empty?: string }) {
  if (text === '') return <p className="empty">{empty}</p>;
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
