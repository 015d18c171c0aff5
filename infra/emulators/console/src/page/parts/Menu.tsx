import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface MenuProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Acts on one object, above the page, so that nothing moves. Escape and a click beside it close it. */
export function Menu({ title, children }: MenuProps) {
  const id = useId();
  return (
    <div className="menu">
      <button type="button" className="button plain" popovertarget={id}>
        {title}…
      </button>
      <section id={id} popover="auto" aria-label={title}>
        {children}
      </section>
    </div>
  );
}
