import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface MenuProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Acts on one object, above the page, so that nothing moves. Escape and leaving it close it. */
export function Menu({ title, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event) => {
      const isInside = menu.current?.contains(event.target as Node);
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isLeft = !(event instanceof KeyboardEvent) && !isInside;
      if (isEscape) menu.current?.querySelector('button')?.focus();
      if ((isEscape || isLeft) && !document.querySelector('dialog[open]')) setOpen(false);
    };
    const kinds = ['keydown', 'focusin', 'pointerdown'];
    for (const kind of kinds) addEventListener(kind, close);
    return () => {
      for (const kind of kinds) removeEventListener(kind, close);
    };
  }, [open]);
  return (
    <div className="menu" ref={menu}>
      <button
        type="button"
        className="button plain"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {title}…
      </button>
      <section id={id} hidden={!open} aria-label={title}>
        {children}
      </section>
    </div>
  );
}
