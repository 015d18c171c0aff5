import type { ComponentChildren } from 'preact';
import { useConsole } from '../state/console-context.ts';

interface ActionButtonProps {
  readonly onPress: () => unknown;
  readonly children: ComponentChildren;
  /** Accessible name that adds the target, where the visible text does not say it. */
  readonly label?: string;
  readonly tone?: 'plain' | 'danger';
}

/** Disables itself with `aria-disabled` while an action runs, so that it keeps the focus. */
export function ActionButton({ onPress, children, label, tone = 'plain' }: ActionButtonProps) {
  const { busy } = useConsole();
  return (
    <button
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
