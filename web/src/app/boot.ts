// The only inline script: in the head of pages with controls that need script, otherwise after the content.
// It delays React until the page has loaded or, on pages that work without it, until the first user intent.
import { reloadOnce, reloadPage, siteIsReachable, watchPageExit } from '../lib/renew.ts';
import { hasSignedInHint } from '../lib/signed-in-hint.ts';
import type { HeldEvent } from './Ready.tsx';

const { entry = '', library = '', chunks = '', start = 'intent' } = document.currentScript?.dataset ?? {};
// Opening local storage delays the page, so pages that look the same to every visitor skip it.
const mayBeSignedIn = start !== 'intent' && hasSignedInHint();
if (mayBeSignedIn) document.documentElement.dataset.session = 'unknown';
const startOnLoad = start === 'load' || mayBeSignedIn;
const INTENT = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
const events: HeldEvent[] = [];
const listening = new AbortController();
const listen = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, listener, { capture: true, signal: listening.signal });

/** React can hydrate only a completely parsed page. */
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback));

/** Phones fetch the web font after the first intent, when it delays nothing, unless data is slow or to be saved. */
function showWebFont(): void {
  const { saveData = false, effectiveType = '4g' } = (navigator as NavigatorWithConnection).connection ?? {};
  if (!saveData && effectiveType === '4g') document.documentElement.dataset.font = '';
}
interface NavigatorWithConnection extends Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

let started = false;
function startOnce(): void {
  if (started) return;
  started = true;
  fetchAhead();
  // In two steps: on a slow processor each is short enough to go unnoticed.
  Promise.all([import(/* @vite-ignore */ library), parsed])
    .then(() => new Promise((resolve) => idle(resolve, { timeout: 200 })))
    .then(() => import(/* @vite-ignore */ entry))
    // If the page may not reload now, the next user intent retries.
    .catch(async () => {
      started = false;
      delete document.documentElement.dataset.session;
      if (await siteIsReachable()) reloadOnce();
    });
}

function hold(event: Event): void {
  const type = event.type as HeldEvent['type'];
  const { target } = event;
  if (!(target instanceof Element)) return;
  const held = type === 'submit' ? target : target.closest('button[data-hold][type=button]');
  if (!(held instanceof HTMLElement)) return;
  event.preventDefault();
  // React may already be listening before the page is hydrated.
  event.stopImmediatePropagation();
  if (events.every((event) => event.target !== held)) {
    events.push({ type, target: held });
    (held.querySelector('[type=submit]') ?? held).setAttribute('aria-busy', 'true');
  }
  startOnce();
}

/** WebKit lacks `<link rel=prefetch>`, and in Firefox the content security policy blocks it. */
function fetchIntoCache(chunk: string): void {
  fetch(chunk, { priority: 'low' })
    .then((response) => response.text())
    .catch(() => undefined);
}

function preload(chunk: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: chunk }));
}

let fetched = false;
function fetchAhead(): void {
  if (fetched) return;
  fetched = true;
  for (const chunk of chunks.split(' ')) (started ? preload : fetchIntoCache)(chunk);
}

/** Waits for a section's hiding animation: revealed earlier, the section would count as a layout shift. */
async function showLater(): Promise<void> {
  const next = document.querySelector('.later');
  if (next) await Promise.allSettled(next.getAnimations().map(({ finished }) => finished));
  next?.classList.remove('later');
  idle(document.querySelector('.later') ? showLater : fetchAhead);
}

/** After Back or a reload the browser restores the position, and needs the final heights of all sections. */
function showAllOnReturn(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load?.type === 'navigate') return;
  for (const section of document.querySelectorAll('.later')) section.classList.remove('later');
}

watchPageExit();
parsed.then(showAllOnReturn);
window.outharborHeld = { events, stop: () => listening.abort() };
listen('click', hold);
listen('submit', hold);
// Firefox may silently abort a page's pending requests on navigation and still restore the page later.
listen('pageshow', (event) => {
  if (started && navigator.onLine && (event as PageTransitionEvent).persisted) reloadPage();
});
addEventListener('load', () => {
  // A page that is not painted, such as one behind another window, may never be idle.
  if (startOnLoad) idle(startOnce, { timeout: 500 });
  idle(showLater);
});
// After a layout Chromium reports a resting pointer as one that moved, by nothing.
const rests = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
function startOnIntent(event: Event): void {
  if (!rests(event)) startOnce();
}
if (!startOnLoad) for (const type of INTENT) listen(type, startOnIntent);
for (const type of ['touchstart', 'keydown'])
  addEventListener(type, showWebFont, { once: true, passive: true });
