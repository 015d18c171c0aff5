import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP } from '../../../infra/emulators/tests/support/browser.ts';
import { FIELDS, REGISTER } from '../../../web/src/content/account.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { LINKS } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { CARDS, newPerson, type Person } from '../people.ts';
import { NEXT_EMAIL } from '../releases.ts';
import { hold, hydrated, type SiteBrowser } from './site-fixture.ts';
import * as steps from './steps.ts';

/** A deployment where each release replaces all files of the previous one. */
export interface ReleaseTarget {
  readonly origin: string;
  /** Registers a new user. */
  newMember(): Promise<Person>;
  deployFormer(): Promise<void>;
  deployNext(): Promise<void>;
}

/** Errors that the browser and the site log about removed files and the restarted server. */
const GONE =
  /404|503|ERR_CONNECTION_REFUSED|could not be fetched|not loaded|not known yet|did not start|dynamically imported|WebSocket/;

/** Tests open pages across the deployment of the next release. */
export function describeNextRelease(browser: SiteBrowser, target: () => ReleaseTarget): void {
  describe('after the next release is deployed,', () => {
    beforeEach(() => target().deployFormer());

    const open = () => browser.open({ viewport: DESKTOP }, GONE);
    const visit = async (path: string): Promise<Page> => {
      const page = await open();
      await page.goto(`${target().origin}${path}`);
      return page;
    };

    /** Waits for a document of the next release. */
    const expectNext = (page: Page) =>
      expect
        .poll(() => page.locator(`a[href="mailto:${NEXT_EMAIL}"]`).count(), { timeout: 15_000 })
        .toBeGreaterThan(0);

    it('a link on a hydrated page still works', async () => {
      const page = await visit('/AboutUs');
      await hydrated(page);
      await target().deployNext();
      await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
      await page.getByRole('article').waitFor();
      expect(new URL(page.url()).pathname).toBe('/caseStudies');
      await expectNext(page);
      await hydrated(page);
    });

    it('an untouched page hydrates and its links work', async () => {
      const page = await visit('/AboutUs');
      await page.waitForLoadState('networkidle');
      await target().deployNext();
      await hydrated(page);
      await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
      await expectNext(page);
    });

    it('a page from the back/forward cache hydrates', async () => {
      const page = await visit('/faq');
      await page.goto('about:blank');
      await target().deployNext();
      await page.goBack();
      await hydrated(page);
      await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
      await page.getByRole('article').waitFor();
      await expectNext(page);
    });

    it('Book on an open pricing page leads to checkout and back to the plan', async () => {
      const page = await open();
      await steps.logInAtOnce(page, target().origin, await target().newMember());
      await steps.untilSignedIn(page);
      await target().deployNext();
      await steps.book(page, FIRST.title);
      await steps.payWith(page, CARDS.pays);
      await steps.proceed(page, target().origin);
      await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
    });

    it('Book on an untouched pricing page works after one reload', async () => {
      const page = await visit('/subscribe');
      await page.waitForLoadState('networkidle');
      await target().deployNext();
      const loaded: string[] = [];
      page.on('load', () => loaded.push(page.url()));
      const book = steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book });
      await book.click();
      await expect.poll(() => loaded.length).toBe(1);
      await book.click();
      await steps.seesToast(page, MESSAGES.loginFirst);
      expect(loaded).toHaveLength(1);
    });

    it('a checkout left open during the deployment leads back to the plan', async () => {
      const page = await open();
      await steps.logInAtOnce(page, target().origin, await target().newMember());
      await steps.book(page, NEXT.title);
      await target().deployNext();
      await steps.payWith(page, CARDS.pays);
      await steps.proceed(page, target().origin);
      await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
    });

    it('Back from checkout leads to plans that can be booked', async () => {
      const page = await open();
      await steps.logInAtOnce(page, target().origin, await target().newMember());
      await steps.book(page, NEXT.title);
      await target().deployNext();
      await page.goBack();
      await steps.untilSignedIn(page);
      await steps.book(page, FIRST.title);
    });

    it('a filled-in form can be submitted', async () => {
      const person = newPerson();
      const page = await visit('/register');
      await page.waitForLoadState('networkidle');
      await steps.fillIn(page, steps.registration(person));
      await target().deployNext();
      await page.getByRole('button', { name: REGISTER.submit }).click();
      await page.waitForURL(`${target().origin}/login`);
      await steps.submitLogin(page, person);
      await page.waitForURL(`${target().origin}/subscribe`);
      await page.getByText(person.name).first().waitFor();
    });

    it('a form with a missing chunk keeps its input and asks only for the password again', async () => {
      const person = newPerson();
      const page = await open();
      const part = await hold(page, /\/assets\/firebase-auth-/);
      await page.goto(`${target().origin}/register`);
      await expect.poll(() => part.requests.length).toBe(1);
      await steps.fillIn(page, steps.registration(person));
      await target().deployNext();
      part.release();
      await page.getByRole('button', { name: REGISTER.submit }).click();
      await page.waitForEvent('load');
      await hydrated(page);
      expect(await page.getByLabel(FIELDS.userName).inputValue()).toBe(person.name);
      expect(await page.getByLabel(FIELDS.email).inputValue()).toBe(person.email);
      await page.getByLabel(FIELDS.password).fill(person.password);
      await page.getByRole('button', { name: REGISTER.submit }).click();
      await page.waitForURL(`${target().origin}/login`);
    });

    it('a form with a missing chunk reloads immediately if nothing was typed', async () => {
      const page = await open();
      const part = await hold(page, /\/assets\/firebase-auth-/);
      await page.goto(`${target().origin}/login`);
      await expect.poll(() => part.requests.length).toBe(1);
      await target().deployNext();
      part.release();
      await page.waitForEvent('load');
      await steps.logIn(page, target().origin, await target().newMember());
    });
  });
}
