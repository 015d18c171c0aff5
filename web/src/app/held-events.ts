/** A click or submit that `boot.ts` captured before hydration. */
export type HeldEvent = { readonly type: 'click' | 'submit'; readonly target: HTMLElement };

declare global {
  interface Window {
    outharborHeld?: { readonly events: HeldEvent[]; readonly stop: () => void };
  }
}

/** Replays, in order, the events captured before hydration. */
export function releaseHeldEvents(): void {
  const held = window.outharborHeld;
  if (!held) return;
  held.stop();
  for (const { type, target } of held.events.splice(0)) {
    (target.querySelector('[type=submit]') ?? target).removeAttribute('aria-busy');
    if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}
