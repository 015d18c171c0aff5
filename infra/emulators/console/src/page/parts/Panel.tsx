import { type ReactNode, useId } from 'react';
import type { Part } from '../../snapshot.ts';

interface PanelProps<T> {
  readonly title: string;
  readonly part: Part<T>;
  readonly wide?: boolean;
  readonly children: (value: T) => ReactNode;
}

/** A section of the console. Shows an error in place of its content when the service is unreachable. */
export function Panel<T>({ title, part, wide = false, children }: PanelProps<T>) {
  const id = useId();
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {part.ok ? children(part.value) : <p className="unavailable">Not available: {part.reason}</p>}
    </section>
  );
}
