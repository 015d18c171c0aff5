import { SITE_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { ALL_HOSTS, SECOND_DATABASE_HOST, SITE_HOST } from '@outharbor/rehearsal/hosts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DELETION, PROFILE } from '../../../web/src/content/account-page.ts';
import { HERO } from '../../../web/src/content/home.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { listedNames } from '../listed-names.ts';
import { type BrowserProfile, createProfile, type OpenBrowser } from '../live-browser.ts';
import { CARDS, newPerson } from '../people.ts';
import { expectSubscribed } from './loop-in-browser-suite.ts';
import { expectComplete, FROM_BFCACHE, RECORD_BFCACHE } from './return-suite.ts';
import * as steps from './steps.ts';

/** A running rehearsal of any form. */
export interface LiveTarget {
  readonly origin: string;
  readonly browserArguments: readonly string[];
  /** Every host name requested from the stage so far. */
  names(): Promise<readonly string[]>;
  /** Resolves once every webhook has been delivered. */
  settle(): Promise<void>;
  /** Moves Stripe's clock. */
  advanceTime(span: { readonly months?: number; readonly seconds?: number }): Promise<unknown>;
}

const HOUR_MS = 3_600_000;
const DATABASE_SOCKET = /^wss:\/\/[\w-]+\.firebaseio\.com\/\.ws\?/;
const PATIENCE = { timeout: 60_000, interval: 100 };
/** One page of each kind: prerendered, signed in, form, private, embedded frame. */
const { home, pricing, login, account, booking } = SITE_PATHS;
const PATHS: readonly string[] = [home, pricing, login, account, booking];

/** The browser and the site both log requests that Google rejects. */
const REJECTION = /status of 40[01]|The identity provider failed|token-expired|user-not-found|record/i;

/** Follows one user over several weeks, with live settings and every external host served by the stage. */
export function describeLiveWalk(target: () => LiveTarget): void {
  describe('the product with live settings against the stage', () => {
    const person = newPerson();
    let profile: BrowserProfile;
    beforeAll(async () => {
      const { browserArguments } = target();
      profile = await createProfile({ browserArguments, hosts: ALL_HOSTS });
    });
    afterAll(() => profile?.remove());

    const expectNoFault = ({ faults, sockets }: OpenBrowser, expected?: RegExp) => {
      expect(faults.filter((fault) => !expected?.test(fault))).toEqual([]);
      expect(sockets.length).toBeGreaterThan(0);
      expect(sockets.filter((address) => !DATABASE_SOCKET.test(address))).toEqual([]);
    };

    /** Works in a new page of the browser, in which nothing else than expected may go wrong. */
    const visit = (
      work: (page: Page, origin: string, browser: OpenBrowser) => Promise<void>,
      expected?: RegExp,
    ) =>
      profile.open(async (browser) => {
        await work(await browser.context.newPage(), target().origin, browser);
        expectNoFault(browser, expected);
      });

    async function pay(page: Page, plan: string, card: string): Promise<void> {
      await steps.book(page, plan);
      expect(page.url()).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_live_/);
      await steps.payWith(page, card);
    }

    it('leads from the home page through widget, registration, payment and bank authentication to a plan', async () => {
      await visit(async (page, origin) => {
        const answer = await page.goto(origin);
        const { 'content-security-policy': policy = '', 'strict-transport-security': transport = '' } =
          (await answer?.allHeaders()) ?? {};
        expect(policy).toContain('wss://*.firebaseio.com');
        expect(policy).not.toContain('firebasedatabase.app');
        expect(transport).toMatch(/^max-age=\d{8}/);
        await page.getByRole('main').getByRole('link', { name: HERO.action.label }).first().click();
        await page.waitForURL(`${origin}/booking-page`);
        await steps.bookCall(page, person);
        await steps.register(page, origin, person);
        await steps.submitLogin(page, person);
        await page.waitForURL(`${origin}/subscribe`);
        await pay(page, NEXT.title, CARDS.asksForAuthentication);
        await page.getByRole('button', { name: 'Complete', exact: true }).click();
        await steps.proceed(page, origin);
        await expectSubscribed(page, NEXT.title);
      });
      await target().settle();
    });

    it('shows every page completely on a first visit and after a reload, Back and a browser restart', async () => {
      await visit(async (page, origin) => {
        for (const path of PATHS) {
          await page.goto(`${origin}${path}`);
          await expectComplete(page, path, 'on a first visit');
          await page.reload();
          await expectComplete(page, path, 'after a reload');
          // A page with a pending request does not enter the back/forward cache.
          await vi.waitFor(async () => {
            await page.evaluate(RECORD_BFCACHE);
            await page.goto('about:blank');
            await page.goBack({ waitUntil: 'commit' });
            expect(await page.evaluate(FROM_BFCACHE), `${path} is in the back/forward cache`).toBe(true);
          }, PATIENCE);
          await expectComplete(page, path, 'after Back');
        }
      });
      await visit(async (page, origin) => {
        for (const path of PATHS) {
          await page.goto(`${origin}${path}`);
          await expectComplete(page, path, 'after a browser restart');
        }
      });
    }, 300_000);

    it('lets the account owner change name and plan', async () => {
      await visit(async (page, origin) => {
        await page.goto(`${origin}/account`);
        await steps.expectPopularPaid(page);
        await steps.changeName(page, 'Ada Okafor');
        await steps.changeToIcebreaker(page, origin, 'https://billing.stripe.com/p/session/**');
      });
      await target().settle();
    });

    it('keeps the session across a browser restart an hour later, and leads to the portal and back', async () => {
      const { advanceTime } = target();
      await visit(async (page, origin, browser) => {
        // The token has expired by then and is refreshed.
        await page.clock.setSystemTime(Date.now() + HOUR_MS);
        await page.goto(`${origin}/subscribe`);
        await expectSubscribed(page, LAST.title);
        await page.reload();
        await steps.untilSignedIn(page);
        await page.getByRole('button', { name: PRICING.manage }).click();
        await page.waitForURL('https://billing.stripe.com/p/session/**');
        await steps.cancelInPortal(page);
        await page.getByRole('link', { name: 'Back to the site' }).click();
        await page.waitForURL(`${origin}/subscribe`);
        await expectSubscribed(page, LAST.title);
        // A webhook reports the end.
        await advanceTime({ months: 1, seconds: 1 });
        await page.getByRole('button', { name: PRICING.subscribed }).waitFor({ state: 'detached' });
        // The SDK has cached the second host from the database's greeting.
        expect(browser.sockets.some((address) => address.includes(SECOND_DATABASE_HOST))).toBe(true);
      });
      await target().settle();
    });

    it('reports rejections and asks signed-out visitors to log in', async () => {
      await visit(async (page, origin) => {
        await page.goto(`${origin}/subscribe`);
        await steps.untilSignedIn(page);
        await steps.logOut(page);
        await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
        await steps.seesToast(page, MESSAGES.loginFirst);
        await page.waitForURL(`${origin}/login`);
        await steps.submitLogin(page, { ...person, password: 'not-the-one' });
        await steps.seesToast(page, 'Invalid login credentials. Please try again.');
        await page.goto(`${origin}/register`);
        await steps.submitRegistration(page, person);
        await steps.seesToast(page, 'This email address is already in use.');
        await steps.submitRegistration(page, { ...newPerson(), password: '12345' });
        await steps.seesToast(page, 'The password is too weak.');
      }, REJECTION);
    });

    it('deletes the account of a subscriber and signs them out on every open page', async () => {
      await visit(async (page, origin, browser) => {
        await steps.logIn(page, origin, person);
        await pay(page, FIRST.title, CARDS.pays);
        await steps.proceed(page, origin);
        await expectSubscribed(page, FIRST.title);
        const other = await browser.context.newPage();
        await other.goto(`${origin}/subscribe`);
        await steps.untilSignedIn(other);
        await page.goto(`${origin}/account`);
        const deletion = await steps.unfold(page, 'deletion');
        await deletion.getByLabel(PROFILE.currentPassword).fill(person.password);
        await deletion.getByRole('button', { name: DELETION.delete }).press('Enter');
        await steps.seesToast(page, DELETION.deleted);
        const login = other.getByRole('link', { name: PRICING.login, includeHidden: true });
        await login.first().waitFor({ state: 'attached' });
        await page.goto(`${origin}/login`);
        await steps.submitLogin(page, person);
        await steps.seesToast(page, 'Invalid login credentials. Please try again.');
      }, REJECTION);
      await target().settle();
    });

    it('requests exactly the host names listed in docs/going-live.md', async () => {
      const listed = await listedNames();
      const isListed = (name: string) => name === SITE_HOST || listed.some((pattern) => pattern.test(name));
      const asked = await target().names();
      expect(asked.filter((name) => !isListed(name))).toEqual([]);
      expect(ALL_HOSTS.filter((name) => !asked.includes(name))).toEqual([]);
      const unknown = listed.filter((pattern) => !ALL_HOSTS.some((name) => pattern.test(name)));
      // A database in another region has a different host name.
      expect(unknown.filter(({ source }) => !source.includes('firebasedatabase'))).toEqual([]);
    });
  });
}
