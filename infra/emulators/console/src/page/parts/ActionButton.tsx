import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Modal } from './Modal.tsx';

interface ActionButtonProps {
  readonly onPress: () => unknown;
  readonly children: ComponentChildren;
  /** Accessible name that adds the target, where the visible text does not say it. */
  readonly label?: string | undefined;
  readonly tone?: 'plain' | 'danger';
  /** A question before something that takes money or cannot be undone, and what explains it. */
  readonly asks?: readonly [question: string, explains: string] | undefined;
}

/**
 * Disables itself with `aria-disabled` while its own action runs, so that it keeps the focus. If its action removes it,
 * the heading gets the focus, and the page stays where it is.
 */
export function ActionButton({ onPress, children, label, tone = 'plain', asks }: ActionButtonProps) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);
  const run = async () => {
    setAsking(false);
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button ${tone}`}
        aria-label={label}
        aria-disabled={busy}
        onClick={() => {
          if (asks !== undefined) setAsking(true);
          else if (!busy) void run();
        }}
      >
        {children}
      </button>
      {asking && asks && (
        <Modal title={asks[0]} onClose={() => setAsking(false)}>
          <p>{asks[1]}</p>
          <div className="buttons">
            <button type="button" className="button danger" onClick={run}>
              Confirm
            </button>
            <button type="button" className="button plain" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
