/** A document never retries a failed module import (whatwg/html#6768), so only a reload helps. */
const RENEWED_AT = 'outharbor:renewedAt';
const TYPED = 'outharbor:typed';
/** Milliseconds; a permanently missing chunk must not cause a reload loop. */
const RELOAD_INTERVAL = 60_000;

/** Milliseconds after a navigation starts in which the browser may abort pending requests. */
const LEAVING = 3000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Firefox aborts requests as soon as a link is followed; a reload would then cancel the navigation. */
export function watchPageExit(): void {
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
}

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

/** Passwords are never stored. */
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input:not([autocomplete$=password])')];

export function restoreInput(): void {
  const typed = sessionStorage.getItem(TYPED);
  if (typed === null) return;
  sessionStorage.removeItem(TYPED);
  const values = new Map(JSON.parse(typed) as [string, string][]);
  for (const field of fields()) field.value ||= values.get(field.name) ?? '';
}

/** Returns false if the page was reloaded recently. */
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

export function reloadPage(): void {
  sessionStorage.setItem(TYPED, JSON.stringify(fields().map(({ name, value }) => [name, value])));
  location.reload();
}

export const allFieldsEmpty = () =>
  [...document.querySelectorAll('input')].every(({ value }) => value === '');

export const never = () => new Promise<never>(() => undefined);

export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((await siteIsReachable()) && reloadOnce()) return never();
    throw error;
  }
}
