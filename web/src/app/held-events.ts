/** A press or a submission that came before React did; `boot.ts` keeps it. */
export type HeldEvent = { readonly type: 'click' | 'submit'; readonly target: HTMLElement };

declare global {
  interface Window {
    outharborHeld?: { readonly events: HeldEvent[]; readonly stop: () => void };
  }
}

/** Carries out, in order, what the visitor did before the page was taken over. */
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
