import type { ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

interface BusyButtonProps {
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly type?: 'button' | 'submit';
  readonly tone?: 'primary' | 'quiet' | 'danger';
  readonly disabled?: boolean;
  /** Availability is not known yet. A press still counts. */
  readonly waiting?: boolean;
  readonly onClick?: () => void;
  readonly describedBy?: string | undefined;
  /** For screen readers, where the visible words alone would name several buttons. */
  readonly label?: string | undefined;
}

/** While busy, keeps its label and focus, shows a spinner and ignores presses. */
export function BusyButton(props: BusyButtonProps) {
  const {
    children,
    busy,
    type = 'button',
    tone = 'primary',
    disabled = false,
    waiting = false,
    onClick,
    describedBy,
    label,
  } = props;
  return (
    <>
      <button
        className={`button button-${tone}`}
        type={type}
        disabled={disabled}
        aria-disabled={busy || waiting || undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy}
        aria-label={label}
        data-hold=""
        onClick={busy ? (event) => event.preventDefault() : onClick}
      >
        {busy && <Spinner />}
        {/* React cannot insert before text that a translator has replaced (facebook/react#11538). */}
        <span>{children}</span>
      </button>
      <span className="visually-hidden" role="status">
        {busy ? 'Please wait' : ''}
      </span>
    </>
  );
}
