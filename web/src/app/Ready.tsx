import { useEffect } from 'react';

/** A click or submit that `boot.ts` captured before hydration. */
export type HeldEvent = { readonly type: 'click' | 'submit'; readonly target: HTMLElement };

declare global {
  interface Window {
    outharborHeld?: { readonly events: HeldEvent[]; readonly stop: () => void };
  }
}

/** Replays what was held, in order. Rendered after the page, whose handlers are then attached. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    const held = window.outharborHeld;
    held?.stop();
    for (const { type, target } of held?.events.splice(0) ?? []) {
      (target.querySelector('[type=submit]') ?? target).removeAttribute('aria-busy');
      if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
      else target.click();
    }
  }, []);
  return null;
}
