import { SITE_PATHS } from '@outharbor/contract/paths';
import { ALL_HOSTS, SECOND_DATABASE_HOST, SITE_HOST } from '@outharbor/rehearsal/hosts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listedNames } from '../support/listed-names.ts';
import { type BrowserProfile, createProfile, type OpenBrowser } from '../support/live-browser.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { expectSubscribed } from './loop-suite.ts';
import { LOOK, NOTE_WHETHER_KEPT, SIGNED_IN_PATHS, WAS_KEPT, WHOLE } from './return-suite.ts';
import { takenOver } from './site-fixture.ts';
import * as steps from './steps.ts';

/** A rehearsal, in whatever form. */
export interface LiveTarget {
  readonly origin: string;
  readonly browserArguments: readonly string[];
  /** Every name that somebody has asked the stage for. */
  names(): Promise<readonly string[]>;
  /** Every webhook is delivered when this resolves. */
  settle(): Promise<void>;
  /** Moves Stripe's clock. */
  advanceTime(span: { readonly months?: number; readonly seconds?: number }): Promise<unknown>;
}

const HOUR_MS = 3_600_000;
const DATABASE_SOCKET = /^wss:\/\/[\w-]+\.firebaseio\.com\/\.ws\?/;
const PATIENCE = { timeout: 60_000, interval: 100 };
/** One of each kind of page: painted ahead, signed in, a form, private, with a frame. */
const { home, pricing, login, account, booking } = SITE_PATHS;
export const PATHS: readonly string[] = [home, pricing, login, account, booking];

/** What Google refuses is an error of HTTP, which the browser and the site both log. */
const REFUSAL =
  /status of 40[01]|The identity provider (refused|failed)|token-expired|user-not-found|record/i;

/** The product in live settings, with the stage behind every name, as one person meets it over some weeks. */
export function describeLiveWalk(target: () => LiveTarget): void {
  describe('the live settings, with the stage behind every name,', () => {
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

    async function pay(page: Page, plan: string, card: string): Promise<void> {
      await steps.book(page, plan);
      expect(page.url()).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_live_/);
      await steps.payWith(page, card);
    }

    it('lead from the home page through widget, registration, payment and the bank to a plan', async () => {
      const { origin } = target();
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        const answer = await page.goto(origin);
        const { 'content-security-policy': policy = '', 'strict-transport-security': transport = '' } =
          (await answer?.allHeaders()) ?? {};
        expect(policy).toContain('wss://*.firebaseio.com');
        expect(transport).toMatch(/^max-age=\d{8}/);
        await page.getByRole('main').getByRole('link', { name: 'Book Free Call' }).first().click();
        await page.waitForURL(`${origin}/booking-page`);
        await steps.bookCall(page, person);
        await steps.register(page, origin, person);
        await steps.submitLogin(page, person);
        await page.waitForURL(`${origin}/subscribe`);
        await pay(page, 'Popular', CARDS.asksForAuthentication);
        await page.getByRole('button', { name: 'Complete', exact: true }).click();
        await steps.proceed(page, origin);
        await expectSubscribed(page, 'Popular');
        expectNoFault(browser);
      });
      await target().settle();
    });

    it('show every page whole: visited, loaded again, by Back, and opened again', async () => {
      const { origin } = target();
      const expectWhole = async (page: Page, path: string, how: string) => {
        await takenOver(page);
        expect(await page.evaluate(LOOK), `${path}, ${how}`).toEqual(WHOLE);
        if (SIGNED_IN_PATHS.includes(path)) await steps.untilSignedIn(page);
      };
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        for (const path of PATHS) {
          await page.goto(`${origin}${path}`);
          await expectWhole(page, path, 'visited');
          await page.reload();
          await expectWhole(page, path, 'loaded again');
          // A page that still waits for an answer is not kept.
          await vi.waitFor(async () => {
            await page.evaluate(NOTE_WHETHER_KEPT);
            await page.goto('about:blank');
            await page.goBack({ waitUntil: 'commit' });
            expect(await page.evaluate(WAS_KEPT), `${path} is kept for Back`).toBe(true);
          }, PATIENCE);
          await expectWhole(page, path, 'returned to by Back');
        }
        expectNoFault(browser);
      });
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        for (const path of PATHS) {
          await page.goto(`${origin}${path}`);
          await expectWhole(page, path, 'visited by the same browser, opened again');
        }
        expectNoFault(browser);
      });
    }, 300_000);

    it('let the account change name and plan', async () => {
      const { origin } = target();
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        await page.goto(`${origin}/account`);
        await steps.expectPopularPaid(page);
        await steps.changeName(page, 'Ada Okafor');
        await steps.changeToIcebreaker(page, origin, 'https://billing.stripe.com/p/session/**');
        expectNoFault(browser);
      });
      await target().settle();
    });

    it('are found as they were left an hour later by the browser, opened again, and lead to the portal and back', async () => {
      const { origin, advanceTime } = target();
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        // By then the token has expired, and another is asked for.
        await page.clock.setSystemTime(Date.now() + HOUR_MS);
        await page.goto(`${origin}/subscribe`);
        await expectSubscribed(page, 'Icebreaker');
        await page.reload();
        await steps.untilSignedIn(page);
        await page.getByRole('button', { name: 'Manage subscription' }).click();
        await page.waitForURL('https://billing.stripe.com/p/session/**');
        await page.getByRole('link', { name: 'Cancel plan' }).click();
        await page.getByRole('button', { name: 'Cancel at period end' }).click();
        await page.getByText('Your plan ends on').waitFor();
        await page.getByRole('link', { name: 'Back to the site' }).click();
        await page.waitForURL(`${origin}/subscribe`);
        await expectSubscribed(page, 'Icebreaker');
        // A webhook tells of the end.
        await advanceTime({ months: 1, seconds: 1 });
        await page.getByRole('button', { name: 'Subscribed' }).waitFor({ state: 'detached' });
        expectNoFault(browser);
        // The second host of the greeting, as the SDK has kept it.
        expect(browser.sockets.some((address) => address.includes(SECOND_DATABASE_HOST))).toBe(true);
      });
      await target().settle();
    });

    it('say what is refused, and ask who is not signed in to log in', async () => {
      const { origin } = target();
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        await page.goto(`${origin}/subscribe`);
        await steps.untilSignedIn(page);
        await steps.logOut(page);
        await steps.planCard(page, 'Basic').getByRole('button', { name: 'Book' }).click();
        await steps.isTold(page, 'Please login first');
        await page.waitForURL(`${origin}/login`);
        await steps.submitLogin(page, { ...person, password: 'not-the-one' });
        await steps.isTold(page, 'Invalid login credentials. Please try again.');
        await page.goto(`${origin}/register`);
        await steps.submitRegistration(page, person);
        await steps.isTold(page, 'This email address is already in use.');
        await steps.submitRegistration(page, { ...newPerson(), password: '12345' });
        await steps.isTold(page, 'The password is too weak.');
        expectNoFault(browser, REFUSAL);
      });
    });

    it('let somebody with a plan leave, who is signed out on every open page', async () => {
      const { origin } = target();
      await profile.open(async (browser) => {
        const page = await browser.context.newPage();
        await steps.logIn(page, origin, person);
        await pay(page, 'Basic', CARDS.pays);
        await steps.proceed(page, origin);
        await expectSubscribed(page, 'Basic');
        const other = await browser.context.newPage();
        await other.goto(`${origin}/subscribe`);
        await steps.untilSignedIn(other);
        await page.goto(`${origin}/account`);
        const leave = page.locator('form[name=leave]');
        await leave.getByLabel('Current password').fill(person.password);
        await leave.getByRole('button', { name: 'Delete my account' }).press('Enter');
        await steps.isTold(page, 'Your account has been deleted.');
        const login = other.getByRole('link', { name: 'Login', includeHidden: true });
        await login.first().waitFor({ state: 'attached' });
        await page.goto(`${origin}/login`);
        await steps.submitLogin(page, person);
        await steps.isTold(page, 'Invalid login credentials. Please try again.');
        expectNoFault(browser, REFUSAL);
      });
      await target().settle();
    });

    it('ask for no name that docs/going-live.md does not list, and for each that it lists', async () => {
      const listed = await listedNames();
      const isListed = (name: string) => name === SITE_HOST || listed.some((pattern) => pattern.test(name));
      const asked = await target().names();
      expect(asked.filter((name) => !isListed(name))).toEqual([]);
      expect(ALL_HOSTS.filter((name) => !asked.includes(name))).toEqual([]);
      const unknown = listed.filter((pattern) => !ALL_HOSTS.some((name) => pattern.test(name)));
      // A database in another region has other names.
      expect(unknown.filter(({ source }) => !source.includes('firebasedatabase'))).toEqual([]);
    });
  });
}
