import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

interface ActionButtonProps {
  readonly onPress: () => unknown;
  readonly children: ComponentChildren;
  /** Accessible name that adds the target, where the visible text does not say it. */
  readonly label?: string;
  readonly tone?: 'plain' | 'danger';
}

/**
 * Disables itself with `aria-disabled` while an action runs, so that it keeps the focus. If its action removes it, the
 * heading gets the focus, and the page stays where it is.
 */
export function ActionButton({ onPress, children, label, tone = 'plain' }: ActionButtonProps) {
  const { busy } = useConsole();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={`button ${tone}`}
      aria-label={label}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {children}
    </button>
  );
}
