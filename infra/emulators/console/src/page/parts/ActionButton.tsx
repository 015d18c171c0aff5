import type { ReactNode } from 'react';
import { useConsole } from '../state/console-context.ts';

interface ActionButtonProps {
  readonly onPress: () => void;
  readonly children: ReactNode;
  /** What it acts on, where the visible text alone would not say. */
  readonly label?: string;
  readonly tone?: 'plain' | 'danger';
}

/** A button that waits while an action is under way; it stays focusable, so that the focus is not lost. */
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
