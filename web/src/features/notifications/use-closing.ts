import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { currentToasts, removeToast } from './toast-list.ts';

/** Closes toasts manually and returns focus to where it was before the toasts received it. */
export function useClosing() {
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);

  const close = useCallback((id: number) => {
    const hadFocus = region.current?.contains(document.activeElement);
    removeToast(id);
    if (hadFocus) before.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const newest = currentToasts().at(-1);
      if (key === 'Escape' && newest) close(newest.id);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [close]);

  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };

  return { region, rememberFocus, close };
}
