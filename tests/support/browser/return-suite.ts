import { SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CHROMIUM_NOISE,
  launchProfile,
  type WatchedVisitor,
  watch,
} from '../../../infra/emulators/tests/support/browser.ts';
import { testFolder } from '../../../infra/emulators/tests/support/test-folder.ts';
import type { LoopTarget } from '../loop-suite.ts';
import { newMember, subscribe } from '../members.ts';
import { CARDS, newPerson } from '../people.ts';
import { registerVisitor } from '../sdk-visitor.ts';
import { startWatchingProxy, type WatchingProxy } from '../webdriver/watching-proxy.ts';
import { computedColour } from './computed-colour.ts';
import { expectSubscribed } from './loop-in-browser-suite.ts';
import { hydrated, PATHS } from './site-fixture.ts';
import * as steps from './steps.ts';

export const DAY = 24 * 60 * 60;

/** Evaluates to the applied background and all broken images, including those below the fold. */
export const INSPECT = `(async () => {
  const broken = [];
  await Promise.all([...document.images].map(async (image) => {
    image.loading = 'eager';
    await image.decode().catch(() => broken.push(image.currentSrc));
  }));
  return { paper: getComputedStyle(document.body).backgroundColor, broken };
})()`;

/** Distinguishes a page restored from the back/forward cache from a reloaded one. */
export const RECORD_BFCACHE =
  'addEventListener("pageshow", ({ persisted }) => { window.wasKept = persisted; })';
export const FROM_BFCACHE = 'window.wasKept === true';
/** Why the browser did not keep the page, as JSON. */
const NOT_KEPT = 'JSON.stringify(performance.getEntriesByType("navigation")[0].notRestoredReasons)';

/** A page restored from the back/forward cache fires no load event. */
const AT_ONCE = { waitUntil: 'commit' } as const;

/** The result of INSPECT for a complete page. */
export const COMPLETE = { paper: computedColour('paper', 'light'), broken: [] };

/** Pages that show the signed-in state; the login page redirects signed-in users to pricing. */
export const SIGNED_IN_PATHS: readonly string[] = [SITE_PATHS.pricing, SITE_PATHS.login, SITE_PATHS.account];

/** Pages that listen to the user record of a signed-in visitor. */
export const LISTENING_PATHS: readonly string[] = [...SIGNED_IN_PATHS, SITE_PATHS.success];

/** Before a listening page has the database code, leaving it aborts requests that the page needs. */
export const HAS_DATABASE =
  'performance.getEntriesByType("resource").some(({ name }) => name.includes("/firebase-database"))';

/** Asserts that the page at `path` is hydrated and complete. The visitor must be signed in. */
export async function expectComplete(page: Page, path: string, how: string): Promise<void> {
  await hydrated(page);
  if (SIGNED_IN_PATHS.includes(path)) await steps.untilSignedIn(page);
  if (LISTENING_PATHS.includes(path)) await page.waitForFunction(HAS_DATABASE);
  expect(await page.evaluate(INSPECT), `${path}, ${how}`).toEqual(COMPLETE);
}

/** Tests return visits with a persistent profile: disk cache, storage and cookies. `sameDay` omits those after a day. */
export function describeReturnVisits(
  target: () => Pick<LoopTarget, 'url' | 'pay'>,
  { sameDay = false } = {},
): void {
  describe('a returning browser', { tags: 'chromium' }, () => {
    let profile: string;
    let proxy: WatchingProxy;
    const open: WatchedVisitor[] = [];
    beforeEach(async () => {
      profile = await testFolder();
    });
    afterEach(async () => {
      for (const visitor of open.splice(0)) await visitor.context.close();
      await proxy.close();
    });

    async function arrive(): Promise<Page> {
      const context = await launchProfile(profile, { throughProxy: proxy.address });
      const visitor = watch(context, target().url);
      visitor.expectErrors(/status of 404/, CHROMIUM_NOISE);
      open.push(visitor);
      return visitor.openTab();
    }

    async function leave(): Promise<void> {
      for (const visitor of open.splice(0)) {
        await visitor.context.close();
        expect(visitor.unexpected(), 'errors in the browser').toEqual([]);
        expect(visitor.foreign, 'requests to other origins').toEqual([]);
      }
      expect(proxy.violations, 'content security policy violations').toEqual([]);
    }

    async function visit(page: Page, path: string, when: string): Promise<void> {
      await page.goto(`${target().url}${path}`);
      await expectComplete(page, path, when);
    }

    async function leaveAndGoBack(page: Page, during = async () => {}): Promise<void> {
      await page.evaluate(RECORD_BFCACHE);
      await page.goto('about:blank');
      await during();
      await page.goBack(AT_ONCE);
    }

    /** Reloads a page, then returns to it with Back and Forward. */
    async function reloadAndReturn(page: Page, path: string): Promise<void> {
      await page.reload();
      await expectComplete(page, path, 'after a reload');
      // Chromium does not keep a page whose frame is still loading.
      if (path === SITE_PATHS.booking) await steps.widgetFrame(page).getByRole('grid').waitFor();
      await leaveAndGoBack(page);
      // Chromium does not cache pages with an error status for Back.
      const kept = await page.evaluate(FROM_BFCACHE);
      const why = `${path} is in the back/forward cache (${await page.evaluate(NOT_KEPT)})`;
      expect(kept, why).toBe(path !== '/no-such-page');
      await expectComplete(page, path, 'after Back');
      await page.goBack(AT_ONCE);
      // The browser does not respond while it switches between two cached pages.
      await vi.waitFor(() => page.goForward(AT_ONCE), { timeout: 15_000 });
      await expectComplete(page, path, 'after Forward');
    }

    it('shows every page completely after a reload, Back and Forward, and a browser restart', async () => {
      proxy = await startWatchingProxy();
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, await newMember(target()));
      await steps.untilSignedIn(page);
      for (const path of PATHS) {
        await visit(page, path, 'on a first visit');
        await reloadAndReturn(page, path);
      }
      await leave();
      const later = await arrive();
      for (const path of PATHS) await visit(later, path, 'after a browser restart');
      await leave();
    }, 300_000);

    it('shows a plan bought elsewhere on a page from the back/forward cache', async () => {
      proxy = await startWatchingProxy();
      const person = newPerson();
      const elsewhere = await registerVisitor(target().url, person);
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, person);
      // A page left before hydration would reload when it is shown again.
      await hydrated(page);
      await leaveAndGoBack(page, () => subscribe(elsewhere, target(), NEXT.price));
      expect(await page.evaluate(FROM_BFCACHE)).toBe(true);
      await expectSubscribed(page, NEXT.title);
      await elsewhere.leave();
      await leave();
    }, 300_000);

    it('completes the journey from registration to a plan, twice in one profile', async () => {
      proxy = await startWatchingProxy();
      for (const plan of [FIRST.title, NEXT.title]) {
        const { url } = target();
        const person = newPerson();
        const page = await arrive();
        await page.goto(`${url}/booking-page`);
        await steps.bookCall(page, person);
        await steps.register(page, url, person);
        await steps.logIn(page, url, person);
        await steps.book(page, plan);
        await steps.payWith(page, CARDS.pays);
        await steps.proceed(page, url);
        await expectSubscribed(page, plan);
        await page.reload();
        await expectSubscribed(page, plan);
        await steps.logOut(page);
        await leave();
      }
    }, 300_000);
    if (sameDay) return;

    it('shows every page completely a day later', async () => {
      proxy = await startWatchingProxy({ age: DAY });
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, await newMember(target()));
      await steps.untilSignedIn(page);
      for (const path of PATHS) await visit(page, path, 'on a first visit');
      await leave();
      const later = await arrive();
      for (const path of PATHS) await visit(later, path, 'after a day');
      await leave();
    }, 300_000);
  });
}
