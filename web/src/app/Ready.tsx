import { useEffect } from 'react';
import { releaseHeldEvents } from './held-events.ts';

/** Rendered last and beside the page: once its effect runs, every handler of the page is in place. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    releaseHeldEvents();
  }, []);
  return null;
}
