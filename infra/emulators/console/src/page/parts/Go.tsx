import type { ComponentChildren } from 'preact';
import { type Goal, navigate, toAddress } from '../state/address.ts';

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
