import { useEffect } from 'preact/hooks';
import { navigate, toAddress } from '../state/address.ts';
import { PLACES } from './places.ts';

const SEQUENCE_MS = 1500;

/** `/` searches, `?` helps, `j` and `k` go through rows, and `g` with a letter goes to a place. Typing into a field is left alone. */
export function useShortcuts(open: (dialog: 'search' | 'shortcuts') => void): void {
  useEffect(() => {
    let goingSince = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (ctrlKey || metaKey || altKey || isTyping || document.querySelector('dialog[open]')) return;
      const place =
        Date.now() - goingSince < SEQUENCE_MS ? PLACES.find((each) => each.key === key) : undefined;
      goingSince = key === 'g' ? Date.now() : 0;
      if (key === '/') open('search');
      else if (key === '?') open('shortcuts');
      else if (place !== undefined) navigate(toAddress([place.path]));
      else if (key === 'j' || key === 'k') focusBeside(key === 'j' ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}

/** Moves the focus to the row or step after or before the one that has it. */
function focusBeside(step: 1 | -1): void {
  const goals = [...document.querySelectorAll<HTMLElement>('main td:first-child a, main summary')];
  const at = goals.findIndex((each) => (each.closest('tr') ?? each).contains(document.activeElement));
  goals[at < 0 && step < 0 ? goals.length - 1 : at + step]?.focus();
}
