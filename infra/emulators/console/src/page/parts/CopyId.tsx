import { useState } from 'preact/hooks';
import { areaForId } from '../../stripe-ids.ts';
import { Go } from './Go.tsx';

interface CopyIdProps {
  readonly id: string;
  readonly short?: boolean;
  /** Whether it leads to what it names. */
  readonly linked?: boolean;
}

/** An id that a click copies. */
export function CopyId({ id, short = false, linked = false }: CopyIdProps) {
  const area = linked ? areaForId(id) : undefined;
  const shown = (
    <code className={short ? 'short' : undefined} title={id}>
      {id}
    </code>
  );
  return (
    <span className="copy">
      {area === undefined ? shown : <Go to={[area, id]}>{shown}</Go>}
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  );
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" className="copy-button" aria-label={label} onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
