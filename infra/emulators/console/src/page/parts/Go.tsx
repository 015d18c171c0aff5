import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Owned } from '../../model/kept.ts';
import { areaForId } from '../../stripe-ids.ts';
import { type Goal, navigate, toAddress, useAddress } from '../state/address.ts';

interface GoProps {
  readonly to: Goal;
  readonly query?: Readonly<Record<string, string>>;
  readonly label?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a place of the console, in the same namespace. */
export function Go({ to, query, label, current = false, children }: GoProps) {
  const address = toAddress(to, query);
  return (
    <a
      href={address}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
        if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
        event.preventDefault();
        navigate(address);
      }}
    >
      {children}
    </a>
  );
}

/** A name or a path, of which two lines are shown, and all on focus and on hover. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <span className="clip" title={text.length > 100 ? text : undefined}>
      {text}
    </span>
  );
}

/** Whose it is, by the address where it is known. */
export function Owner({ person, email }: Owned) {
  const shown = email ?? person;
  if (shown === null) return '–';
  const name = <Breakable text={shown} />;
  return person === null ? name : <Go to={['people', person]}>{name}</Go>;
}

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

/** Copies the address of what is shown, or of a moment in it, to send to somebody. */
export function CopyLink({ at = '', label = 'Copy link' }: Partial<Record<'at' | 'label', string>>) {
  const { place, id } = useAddress();
  const address = location.origin + toAddress([place, id ?? null], { at });
  return <CopyButton text={address} label={label} shown="Copy link" />;
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly shown?: string;
}

export function CopyButton({ text, label, shown = 'Copy' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button
      type="button"
      className="copy-button"
      aria-label={label}
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      {copied ? 'Copied' : shown}
    </button>
  );
}
