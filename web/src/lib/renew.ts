/*
 * Handles chunks that cannot be fetched because a new release replaced them or the network is down. A
 * document never retries a failed module import (whatwg/html#6768), so only a reload helps.
 */
import { retry } from './retry.ts';

const RENEWED_AT = 'outharbor:renewedAt';
const TYPED = 'outharbor:typed';
/** Milliseconds between reloads, so that a permanently missing chunk causes no reload loop. */
const RELOAD_INTERVAL = 60_000;

/** Milliseconds after a navigation starts in which the browser may abort pending requests. */
const LEAVING = 3000;
let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Firefox aborts pending requests as soon as a link is followed. A reload would then cancel the navigation,
 * so a page that is being left reloads only if the browser later restores it.
 */
export function watchPageExit(): void {
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
}

/** Whether navigation has just started. Requests that fail now were aborted by the browser. */
export const isLeaving = () => Date.now() - leftAt < LEAVING;

export async function siteIsReachable(): Promise<boolean> {
  if (isLeaving()) {
    addEventListener('pageshow', reloadPage, { once: true });
    return false;
  }
  if (!navigator.onLine) return false;
  return fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Resolves with true once the site is reachable, or with false if aborted first. */
export function untilSiteIsReachable(signal: AbortSignal): Promise<boolean> {
  const check = async () => {
    if (!(await siteIsReachable())) throw new Error('the site is unreachable');
  };
  return retry(check, { signal, onFailure: () => undefined, wait: untilOnline });
}

const untilOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    addEventListener('online', () => resolve(), { once: true });
  });

/** Passwords are never stored. */
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input:not([type=password])')];

/** Restores the form input saved before a reload. */
export function restoreInput(): void {
  const typed = sessionStorage.getItem(TYPED);
  if (typed === null) return;
  sessionStorage.removeItem(TYPED);
  const values = new Map(JSON.parse(typed) as [string, string][]);
  for (const field of fields()) field.value ||= values.get(field.name) ?? '';
}

/** Reloads the page. Does nothing and returns false if it reloaded recently. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED_AT)) < RELOAD_INTERVAL) return false;
    sessionStorage.setItem(RENEWED_AT, String(Date.now()));
    reloadPage();
    return true;
  } catch {
    // Without session storage, nothing would end a reload loop.
    return false;
  }
}

/** Saves the form input and reloads the page. */
export function reloadPage(): void {
  sessionStorage.setItem(TYPED, JSON.stringify(fields().map(({ name, value }) => [name, value])));
  location.reload();
}

/** Whether a reload would lose no input. */
export const allFieldsEmpty = () =>
  [...document.querySelectorAll('input')].every(({ value }) => value === '');

/** A promise that never settles, for the time until a reload takes effect. */
export const never = () => new Promise<never>(() => undefined);

/** Imports a chunk. Reloads the page if the chunk is missing but the site is reachable. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((await siteIsReachable()) && reloadOnce()) return never();
    throw error;
  }
}
