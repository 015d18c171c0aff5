import { useState } from 'preact/hooks';

/** An id that a click copies. */
export function CopyId({ id, short = false }: { readonly id: string; readonly short?: boolean }) {
  return (
    <span className="copy">
      <code className={short ? 'short' : undefined} title={id}>
        {id}
      </code>
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
