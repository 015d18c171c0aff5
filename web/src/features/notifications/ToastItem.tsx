import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { removeToast, type Toast } from './toast-list.ts';

/** Milliseconds until a toast closes. Restarts while any toast is hovered or focused. */
const DURATION = 3000;

interface ToastItemProps {
  readonly toast: Toast;
  readonly onClose: (id: number) => void;
}

export function ToastItem({ toast: { id, kind, message }, onClose }: ToastItemProps) {
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
