import { expect, vi } from 'vitest';
import type { RemotePage } from '../support/webdriver/remote-page.ts';
import { LOOK, NOTE_WHETHER_KEPT, SIGNED_IN_PATHS, WAS_KEPT, WHOLE } from './return-suite.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

/** Of the page at `path`, in React's hands; somebody is signed in. */
export async function expectWhole(page: RemotePage, path: string, how: string): Promise<void> {
  await vi.waitFor(async () => {
    await page.run('document.body.dispatchEvent(new Event("touchstart", { bubbles: true }))');
    expect(await page.run('return "ready" in document.documentElement.dataset'), `${path}, ${how}`).toBe(
      true,
    );
  }, PATIENCE);
  expect(await page.run(`return ${LOOK}`), `${path}, ${how}`).toEqual(WHOLE);
  if (SIGNED_IN_PATHS.includes(path)) await page.shown('//button[normalize-space()="Logout"]');
}

/** Leaves the page at `path` and returns by Back; `isKept` tells whether the browser has kept it meanwhile. */
export async function leaveAndGoBack(page: RemotePage, path: string, isKept: boolean): Promise<void> {
  await vi.waitFor(async () => {
    await page.run(NOTE_WHETHER_KEPT);
    await page.open('about:blank');
    await page.back();
    expect(await page.run(`return ${WAS_KEPT}`), `${path} is kept for Back`).toBe(isKept);
  }, PATIENCE);
  await expectWhole(page, path, 'returned to by Back');
}

/** Firefox keeps no page that has a socket open, and none while a request is under way. */
export const isKeptByFirefox = (path: string) => !SIGNED_IN_PATHS.includes(path);
