import { expect, vi } from 'vitest';
import { PRICING } from '../../../web/src/content/pricing.ts';
import type { RemotePage } from '../webdriver/remote-page.ts';
import {
  COMPLETE,
  FROM_BFCACHE,
  HAS_DATABASE,
  INSPECT,
  LISTENING_PATHS,
  RECORD_BFCACHE,
  SIGNED_IN_PATHS,
} from './return-suite.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

/** Waits for hydration and, on a listening page, for the session and the database code. */
async function settle(page: RemotePage, path: string, how: string): Promise<void> {
  await vi.waitFor(async () => {
    await page.run('document.body.dispatchEvent(new Event("touchstart", { bubbles: true }))');
    expect(await page.run('return "ready" in document.documentElement.dataset'), `${path}, ${how}`).toBe(
      true,
    );
  }, PATIENCE);
  if (SIGNED_IN_PATHS.includes(path)) await page.shown(`//button[normalize-space()="${PRICING.logout}"]`);
  if (!LISTENING_PATHS.includes(path)) return;
  await vi.waitFor(
    async () =>
      expect(await page.run(`return ${HAS_DATABASE}`), `${path} has the database code, ${how}`).toBe(true),
    PATIENCE,
  );
}

/** Asserts that the page at `path` is hydrated and complete. The visitor must be signed in. */
export async function expectComplete(page: RemotePage, path: string, how: string): Promise<void> {
  await settle(page, path, how);
  expect(await page.run(`return ${INSPECT}`), `${path}, ${how}`).toEqual(COMPLETE);
}

/** Leaves the page at `path` and returns by Back, from the back/forward cache. */
export async function leaveAndGoBack(page: RemotePage, path: string): Promise<void> {
  await vi.waitFor(async () => {
    await settle(page, path, 'before leaving');
    await page.run(RECORD_BFCACHE);
    await page.open('about:blank');
    await page.back();
    expect(await page.run(`return ${FROM_BFCACHE}`), `${path} is in the back/forward cache`).toBe(true);
  }, PATIENCE);
  await expectComplete(page, path, 'after Back');
}
