/*
 * What a page does when a part of it cannot be fetched: its release has been replaced, or the network is gone. A
 * document asks for no module a second time once it has failed (whatwg/html#6768), so only loading the page anew helps.
 */
import { retry } from './retry.ts';

const RENEWED_AT = 'outharbor:renewedAt';
const TYPED = 'outharbor:typed';
/** Milliseconds in which a page is loaded anew but once: what is missing for good must not turn it in circles. */
const PAUSE = 60_000;

/** Milliseconds in which what the page waits for is given up once a link has been followed. */
const LEAVING = 3000;
let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Firefox gives up what a page waits for as soon as a link is followed. To load the page anew would then take back the
 * visitor's press, so a page that is being left is only loaded anew when the browser has kept it and shows it again.
 */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
}

/** Whether a link has just been followed. What the page was still waiting for fails then, and nothing is wrong. */
export const isLeaving = () => Date.now() - leftAt < LEAVING;

/** Whether the site can be reached by this page. */
export async function siteAnswers(): Promise<boolean> {
  if (isLeaving()) {
    addEventListener('pageshow', renew, { once: true });
    return false;
  }
  if (!navigator.onLine) return false;
  return fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Resolves with true once the site can be reached, with false when it is aborted before. */
export function untilSiteAnswers(signal: AbortSignal): Promise<boolean> {
  const ask = async () => {
    if (!(await siteAnswers())) throw new Error('the site cannot be reached');
  };
  return retry(ask, { signal, onFailure: () => undefined, wait: untilOnline });
}

const untilOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    addEventListener('online', () => resolve(), { once: true });
  });

/** A password is typed again rather than written down. */
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input:not([type=password])')];

/** Puts back what was typed into the page before it was loaded anew. */
export function restoreTyped(): void {
  const typed = sessionStorage.getItem(TYPED);
  if (typed === null) return;
  sessionStorage.removeItem(TYPED);
  const values = new Map(JSON.parse(typed) as [string, string][]);
  for (const field of fields()) field.value ||= values.get(field.name) ?? '';
}

/** Loads the page anew; without effect, and false, shortly after the last time. */
export function renewOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED_AT)) < PAUSE) return false;
    sessionStorage.setItem(RENEWED_AT, String(Date.now()));
    renew();
    return true;
  } catch {
    // Without a memory nothing would end the circle.
    return false;
  }
}

/** Loads the page anew, with what was typed into it. */
export function renew(): void {
  sessionStorage.setItem(TYPED, JSON.stringify(fields().map(({ name, value }) => [name, value])));
  location.reload();
}

/** Whether no form of the page would lose anything. */
export const nothingTyped = () => [...document.querySelectorAll('input')].every(({ value }) => value === '');

/** For the time that a page has left when it is loaded anew. */
export const nevermore = () => new Promise<never>(() => undefined);

/** Loads a part of the site. Where it is missing although the site answers, the page is loaded anew. */
export async function part<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((await siteAnswers()) && renewOnce()) return nevermore();
    throw error;
  }
}
