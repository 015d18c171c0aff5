import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One name and value in a list of facts. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
