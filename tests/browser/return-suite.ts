import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchProfile, OF_CHROMIUM_ITSELF, type WatchedVisitor, watch } from '../support/browser.ts';
import type { LoopTarget } from '../support/loop-suite.ts';
import { newMember, subscribe } from '../support/members.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';
import { startWatchingProxy, type WatchingProxy } from '../support/webdriver/watching-proxy.ts';
import { expectSubscribed } from './loop-suite.ts';
import { PATHS, takenOver } from './site-fixture.ts';
import * as steps from './steps.ts';

export const DAY = 24 * 60 * 60;

/** What shows that a page is whole: its sheet has been applied and every picture can be drawn, below the fold too. */
export const LOOK = `(async () => {
  const broken = [];
  await Promise.all([...document.images].map(async (image) => {
    image.loading = 'eager';
    await image.decode().catch(() => broken.push(image.currentSrc));
  }));
  return { paper: getComputedStyle(document.body).backgroundColor, broken };
})()`;

/** Tells a page that the browser kept from one that it loads again. */
export const NOTE_WHETHER_KEPT =
  'addEventListener("pageshow", ({ persisted }) => { window.wasKept = persisted; })';
export const WAS_KEPT = 'window.wasKept === true';

/** A page that the browser has kept is loaded already, and tells of no load. */
const AT_ONCE = { waitUntil: 'commit' } as const;

/** The look of a page of which nothing is missing. */
export const WHOLE = { paper: 'rgb(247, 243, 234)', broken: [] };

/** Where somebody who is signed in sees that they are; the login form leads them on to the plans. */
export const SIGNED_IN_PATHS: readonly string[] = [SITE_PATHS.pricing, SITE_PATHS.login];

/** What only one form of the stack has to show. */
interface Extent {
  /** Without the visits that come after a day, a purchase or a logout. */
  readonly pagesAlone?: boolean;
}

/** A browser whose profile outlives it: cache on disk, storage and cookies, for every form of the stack. */
export function describeReturnVisits(
  target: () => Pick<LoopTarget, 'url' | 'pay'>,
  { pagesAlone = false }: Extent = {},
): void {
  describe('a browser that comes back', () => {
    let profile: string;
    let proxy: WatchingProxy;
    const open: WatchedVisitor[] = [];
    beforeEach(async () => {
      profile = await mkdtemp(join(tmpdir(), 'profile-'));
    });
    afterEach(async () => {
      for (const visitor of open.splice(0)) await visitor.context.close();
      await proxy.close();
      await rm(profile, { recursive: true });
    });

    async function arrive(): Promise<Page> {
      const context = await launchProfile(profile, { throughProxy: proxy.address });
      const visitor = watch(context, target().url);
      visitor.expectErrors(/status of 404/, OF_CHROMIUM_ITSELF);
      open.push(visitor);
      return visitor.openTab();
    }

    async function leave(): Promise<void> {
      for (const visitor of open.splice(0)) {
        await visitor.context.close();
        expect(visitor.unexpected(), 'errors in the browser').toEqual([]);
        expect(visitor.foreign, 'requests to other origins').toEqual([]);
      }
      expect(proxy.violations, 'against the content security policy').toEqual([]);
    }

    async function expectWhole(page: Page, path: string, how: string): Promise<void> {
      await takenOver(page);
      expect(await page.evaluate(LOOK), `${path}, ${how}`).toEqual(WHOLE);
      if (SIGNED_IN_PATHS.includes(path)) await steps.untilSignedIn(page);
    }

    async function visit(page: Page, path: string, when: string): Promise<void> {
      await page.goto(`${target().url}${path}`);
      await expectWhole(page, path, when);
    }

    async function leaveAndGoBack(page: Page, during = async () => {}): Promise<void> {
      await page.evaluate(NOTE_WHETHER_KEPT);
      await page.goto('about:blank');
      await during();
      await page.goBack(AT_ONCE);
    }

    /** Every way back to a page that does not ask for it anew. */
    async function comeAndGo(page: Page, path: string): Promise<void> {
      await page.reload();
      await expectWhole(page, path, 'loaded again');
      await leaveAndGoBack(page);
      // Chromium keeps no page that came with an error's status.
      expect(await page.evaluate(WAS_KEPT), `${path} is kept for Back`).toBe(path !== '/no-such-page');
      await expectWhole(page, path, 'returned to by Back');
      await page.goBack(AT_ONCE);
      // In the moment in which the browser changes from one kept page to the other it answers no question.
      await vi.waitFor(() => page.goForward(AT_ONCE), { timeout: 15_000 });
      await expectWhole(page, path, 'returned to by Forward');
    }

    it('finds every page whole, loaded again, by Back and Forward, and when the browser is opened again', async () => {
      proxy = await startWatchingProxy();
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, await newMember(target()));
      await steps.untilSignedIn(page);
      for (const path of PATHS) {
        await visit(page, path, 'visited');
        await comeAndGo(page, path);
      }
      await leave();
      const later = await arrive();
      for (const path of PATHS) await visit(later, path, 'visited by the same browser, opened again');
      await leave();
    }, 300_000);
    if (pagesAlone) return;

    it('finds every page whole a day later', async () => {
      proxy = await startWatchingProxy({ age: DAY });
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, await newMember(target()));
      await steps.untilSignedIn(page);
      for (const path of PATHS) await visit(page, path, 'visited');
      await leave();
      const later = await arrive();
      for (const path of PATHS) await visit(later, path, 'visited a day later');
      await leave();
    }, 300_000);

    it('shows the plan bought meanwhile on a page that the browser kept for Back', async () => {
      proxy = await startWatchingProxy();
      const person = newPerson();
      const elsewhere = await registerVisitor(target().url, person);
      const page = await arrive();
      await steps.logInAtOnce(page, target().url, person);
      // A page that is left before React has it is loaded anew when it is shown again.
      await takenOver(page);
      await leaveAndGoBack(page, () => subscribe(elsewhere, target(), 1000));
      expect(await page.evaluate(WAS_KEPT)).toBe(true);
      await expectSubscribed(page, 'Popular');
      await elsewhere.leave();
      await leave();
    }, 300_000);

    it('walks from the registration to a plan, twice in one profile', async () => {
      proxy = await startWatchingProxy();
      for (const plan of ['Basic', 'Popular']) {
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
  });
}
