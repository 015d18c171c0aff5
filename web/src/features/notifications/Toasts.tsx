import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { currentToasts, removeToast, type Toast, watchToasts } from './toast-list.ts';
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
          <ToastItem key={toast.id} {...toast} onClose={close} />
        ))}
      </ol>
    </section>
  );
}

/** Milliseconds until a toast closes. Restarts while any toast is hovered or focused. */
const DURATION = 3000;

interface ToastItemProps extends Toast {
  readonly onClose: (id: number) => void;
}

function ToastItem({ id, kind, message, onClose }: ToastItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!item.current?.parentElement?.matches(':hover, :focus-within')) removeToast(id);
    }, DURATION);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <li ref={item} className={`toast toast-${kind}`}>
      <Icon name={kind === 'success' ? 'check' : 'warning'} />
      <p>{message}</p>
      <button type="button" aria-label="Close notification" onClick={() => onClose(id)}>
        <Icon name="cross" />
      </button>
    </li>
  );
}
