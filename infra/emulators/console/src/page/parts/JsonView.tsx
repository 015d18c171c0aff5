import { type JsonValue, parsedOr } from '../../json-value.ts';
import { areaForId } from '../../stripe-ids.ts';
import { CopyButton, Go } from './Go.tsx';
import { Panel, type PanelProps } from './Panel.tsx';

const OPEN_DEPTH = 1;

interface JsonViewProps {
  readonly value: JsonValue;
  readonly openTo?: number;
}

/** JSON as a tree that can be folded, with links from ids to what they name. */
export function JsonView({ value, openTo = OPEN_DEPTH }: JsonViewProps) {
  return (
    <div className="tree">
      <Branch name="" value={value} depth={0} openTo={openTo} />
    </div>
  );
}

/** A value in a panel, which a click copies. */
export function JsonPanel({ title, wide, value }: JsonViewProps & Pick<PanelProps, 'title' | 'wide'>) {
  return (
    <Panel title={title} wide={wide}>
      <CopyButton text={JSON.stringify(value, null, 2)} label={`Copy as JSON: ${title}`} />
      <JsonView value={value} />
    </Panel>
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

function Leaf({ name, value }: Pick<BranchProps, 'name' | 'value'>) {
  if (typeof value !== 'string' || value === '') return <code>{JSON.stringify(value)}</code>;
  const isRequest = /^req_\w+$/.test(value);
  const area = UID_NAMES.includes(name) ? 'people' : areaForId(value);
  if (area === undefined && !isRequest) return <code>{JSON.stringify(value)}</code>;
  return (
    <Go to={area ? [area, value] : ['requests']} query={area ? {} : { q: value }}>
      <code>{value}</code>
    </Go>
  );
}

/** A text that may be JSON. */
export function BodyView({ text, empty = 'Nothing.' }: { readonly text: string; readonly empty?: string }) {
  if (text === '') return <p className="empty">{empty}</p>;
  const value = parsedOr(text, null);
  return value !== null && typeof value === 'object' ? (
    <JsonView value={value} openTo={2} />
  ) : (
    <pre>{text}</pre>
  );
}
