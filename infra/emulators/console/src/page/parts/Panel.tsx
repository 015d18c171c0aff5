import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean | undefined;
}

export function Panel({ title, children, wide = false }: PanelProps) {
  const id = useId();
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface FactsProps {
  /** A fact without a value is left out. */
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly className?: string;
}

export function Facts({ facts, className = 'facts' }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        ([name, value], index) =>
          value && (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const facts = Object.entries(headers).map(
    ([name, value]) => [name, <code key={name}>{value}</code>] as const,
  );
  if (facts.length === 0) return <p className="empty">No headers were kept.</p>;
  return <Facts className="headers" facts={facts} />;
}
