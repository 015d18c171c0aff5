import { useSyncExternalStore } from 'react';
import { ToastItem } from './ToastItem.tsx';
import { currentToasts, watchToasts } from './toast-list.ts';
import { useClosing } from './use-closing.ts';

/** Where toasts appear: bottom right, announced politely, closed by themselves, by their button or by Escape. */
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
