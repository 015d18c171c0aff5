import { useSyncExternalStore } from 'react';
import { ToastItem } from './ToastItem.tsx';
import { currentToasts, watchToasts } from './toast-list.ts';
import { useClosing } from './use-closing.ts';

/** The toast region: an `aria-live` list. Toasts close after a delay, by their button or with Escape. */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts, currentToasts);
  const { region, rememberFocus, close } = useClosing();
  return (
    <section
      ref={region}
      className="toasts"
      aria-label="Notifications"
      aria-live="polite"
      onFocus={rememberFocus}
    >
      <ol>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onClose={close} />
        ))}
      </ol>
    </section>
  );
}
