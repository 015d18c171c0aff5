import { useEffect } from 'react';
import { releaseHeldEvents } from './held-events.ts';

/** Rendered after the page, so that every handler of the page is attached when its effect runs. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    releaseHeldEvents();
  }, []);
  return null;
}
