/*
 * The only inline script of every page. Where something needs it to be pressed it stands in the head, so that it
 * listens before anything can be; elsewhere it stands behind the page. It holds React back until the page has loaded:
 * an application page starts it then, any other fetches it when idle and starts it at the first sign of a visitor's
 * hand.
 */
import { renew, renewOnce, siteAnswers, watchLeaving } from '../lib/renew.ts';
import { somebodyMayBeSignedIn } from '../lib/signed-in-hint.ts';
import type { HeldEvent } from './held-events.ts';

const { entry = '', library = '', chunks = '', start = 'intent' } = document.currentScript?.dataset ?? {};
// To open the browser's store holds a page up, so that those that look the same to everybody do not ask.
const mayBeSignedIn = start !== 'intent' && somebodyMayBeSignedIn();
/** Unknown is not signed out: where the difference shows, the page looks like neither until it is known. */
if (mayBeSignedIn) document.documentElement.dataset.session = 'unknown';
/** `session`: at once for somebody who may be signed in, for anybody else at the first sign of intent. */
const atOnce = start === 'load' || mayBeSignedIn;
const INTENT = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
const events: HeldEvent[] = [];
const listening = new AbortController();
const listen = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, listener, { capture: true, signal: listening.signal });

/** React can take over a page only when all of it is there. */
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback));

let started = false;
function startOnce(): void {
  if (started) return;
  started = true;
  fetchAhead();
  // In two steps: on a slow processor each of them is a task that nobody notices.
  Promise.all([import(/* @vite-ignore */ library), parsed])
    .then(() => new Promise((resolve) => idle(resolve, { timeout: 200 })))
    .then(() => import(/* @vite-ignore */ entry))
    // The browser tells of the failure; where the page may not be loaded anew, the next sign of intent tries again.
    .catch(async () => {
      started = false;
      delete document.documentElement.dataset.session;
      if (await siteAnswers()) renewOnce();
    });
}

const BUTTON = 'button[data-hold][type=button]';
/** Offline, a link would lead to the browser's error page, where React, if it is here, can say so in the page's frame. */
const heldWhenPressed = () => (navigator.onLine || !fetched ? BUTTON : `${BUTTON},a[href^="/"]`);

function hold(event: Event): void {
  const { type, target } = event;
  if (!(target instanceof Element)) return;
  const held = type === 'submit' ? target : target.closest(heldWhenPressed());
  if (!(held instanceof HTMLElement)) return;
  event.preventDefault();
  // React may be listening already, while the page is not in its hands yet.
  event.stopImmediatePropagation();
  // An impatient second press asks for nothing more.
  if (events.every((event) => event.target !== held)) {
    events.push({ type: type === 'submit' ? 'submit' : 'click', target: held });
    (held.querySelector('[type=submit]') ?? held).setAttribute('aria-busy', 'true');
  }
  startOnce();
}

/**
 * A link to prefetch would be shorter, but WebKit has none, and Firefox has the policy of the page refuse it. What does
 * not arrive is asked for again when it is needed, and told of then.
 */
function fetchIntoCache(chunk: string): void {
  fetch(chunk, { priority: 'low' })
    .then((response) => response.text())
    .catch(() => undefined);
}

/** What runs at once needs no second request; what may never run is not even parsed. */
function preload(chunk: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: chunk }));
}

let fetched = false;
function fetchAhead(): void {
  if (fetched) return;
  fetched = true;
  for (const chunk of chunks.split(' ')) (started ? preload : fetchIntoCache)(chunk);
}

/**
 * Lays out what is out of view, a piece at a time, so that scrolling finds it done. A piece that is still hidden is
 * waited for: shown from one moment to the next it would count as having moved.
 */
async function showLater(): Promise<void> {
  const next = document.querySelector('.later');
  if (next) await Promise.allSettled(next.getAnimations().map(({ finished }) => finished));
  next?.classList.remove('later');
  idle(document.querySelector('.later') ? showLater : fetchAhead);
}

watchLeaving();
window.outharborHeld = { events, stop: () => listening.abort() };
listen('click', hold);
listen('submit', hold);
// Firefox may give up what a page waits for when it is left, without telling it, and keep the page all the same.
listen('pageshow', (event) => {
  if (started && navigator.onLine && (event as PageTransitionEvent).persisted) renew();
});
addEventListener('load', () => {
  // A page that is not drawn, for example behind another window, may never be idle.
  if (atOnce) idle(startOnce, { timeout: 500 });
  idle(showLater);
});
if (!atOnce) for (const type of INTENT) listen(type, startOnce);
