import { useState } from 'react';
import type { DatabaseValue } from '../../snapshot.ts';

/** The whole database as a collapsible tree that updates live. */
export function DatabaseTree({ value }: { readonly value: DatabaseValue }) {
  if (value === null) return <p className="empty">The database is empty.</p>;
  return (
    <div className="tree">
      <Branch value={value} depth={0} />
    </div>
  );
}

function Branch({ value, depth }: { readonly value: DatabaseValue; readonly depth: number }) {
  if (value === null || typeof value !== 'object') return <Leaf value={value} />;
  return (
    <ul>
      {Object.entries(value).map(([key, child]) => (
        <li key={key}>
          <Node name={key} value={child} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

interface NodeProps {
  readonly name: string;
  readonly value: DatabaseValue;
  readonly depth: number;
}

const OPEN_DEPTH = 3;

function Node({ name, value, depth }: NodeProps) {
  if (value === null || typeof value !== 'object') {
    return (
      <>
        <b>{name}</b>: <Leaf value={value} />
      </>
    );
  }
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary>
        <b>{name}</b>
      </summary>
      <Branch value={value} depth={depth + 1} />
    </details>
  );
}

/** Keyed by its value, so that a changed value is a new element and flashes once. */
function Leaf({ value }: { readonly value: string | number | boolean | null }) {
  const text = JSON.stringify(value);
  const [first] = useState(text);
  return (
    <code key={text} className={text === first ? undefined : 'changed'}>
      {text}
    </code>
  );
}
