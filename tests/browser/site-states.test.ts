import { PLANS } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';
import { ABOUT_US } from '../../web/src/content/about-us.ts';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { FAQ } from '../../web/src/content/faq.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { LINKS } from '../../web/src/content/navigation.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { computedColour } from '../support/browser/computed-colour.ts';
import * as site from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson, type Person } from '../support/people.ts';

const target = embeddedTarget();
const browser = site.pageBrowser();

const OFFLINE = MESSAGES.offline;
const NETWORK = /ERR_INTERNET_DISCONNECTED|The identity provider failed|cannot be opened|not confirmed yet/;

describe('a visitor on a phone who goes offline', () => {
  async function open(path: string): Promise<Page> {
    const page = await browser.open(site.ON_A_PHONE, NETWORK);
    await page.goto(`${target().url}${path}`);
    await site.hydrated(page);
    // Wait for modules that load on demand before going offline.
    await page.waitForLoadState('networkidle');
    return page;
  }
  const goOffline = (page: Page, offline = true) => page.context().setOffline(offline);

  it.each(['/subscribe', '/register', '/login', '/success'])(
    'sees a notice at the top of %s until back online',
    async (path) => {
      const page = await open(path);
      await goOffline(page);
      const line = page.getByRole('status').filter({ hasText: OFFLINE });
      await line.waitFor();
      await page.keyboard.press('End');
      await expect.poll(async () => (await line.boundingBox())?.y).toBe(0);
      expect(await site.horizontalOverflow(page)).toBe(0);
      await goOffline(page, false);
      await line.waitFor({ state: 'detached' });
    },
  );

  it('keeps the registration input and can register once back online', async () => {
    const person = newPerson();
    const page = await open('/register');
    await goOffline(page);
    await steps.submitRegistration(page, person);
    await steps.seesToast(page, 'An unexpected error occurred. Please try again.');
    expect(await page.getByLabel(FIELDS.userName).inputValue()).toBe(person.name);
    expect(await page.getByLabel(FIELDS.password).inputValue()).toBe(person.password);
    await goOffline(page, false);
    await page.getByRole('button', { name: REGISTER.submit }).click();
    await page.waitForURL(`${target().url}/login`);
  });

  it('still sees the plans, gets an error for a booking and can book once back online', async () => {
    const page = await browser.open(site.ON_A_PHONE, NETWORK);
    await steps.openSignedIn(page, target().url, await newMember(target()));
    await steps.untilSignedIn(page);
    await page.waitForLoadState('networkidle');
    await goOffline(page);
    await steps.planCard(page, FIRST.title).getByRole('button', { name: PRICING.book }).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    expect(await page.getByRole('button', { name: PRICING.book }).count()).toBe(PLANS.length);
    await goOffline(page, false);
    await steps.book(page, FIRST.title);
  });
});

it('loads a page as a document if it was offline when its link was followed', async () => {
  const page = await browser.open({ viewport: DESKTOP }, /could not be fetched|ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${target().url}/AboutUs`);
  await site.hydrated(page);
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
  // `waitForURL` rejects if it sees the navigation fail.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  await page.context().setOffline(false);
  await page.goBack();
  await page.getByRole('heading', { name: ABOUT_US }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
  await page.getByRole('article').first().waitFor();
});

if (FAQ.length > 0)
  it('a page whose script cannot be fetched is loaded once as a document and stays readable', async () => {
    const page = await browser.open({ viewport: DESKTOP }, /ERR_FAILED|could not be fetched|did not start/);
    await page.goto(`${target().url}/AboutUs`);
    await site.hydrated(page);
    await page.route('**/assets/Faq-*.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: LINKS.faq.label }).click();
    await page.locator('summary').first().click();
    await page.locator('details[open] p').first().waitFor();
    await page.getByRole('banner').getByRole('link', { name: LINKS.caseStudies.label }).click();
    await page.getByRole('article').waitFor();
  });

describe('a visitor', () => {
  it('gets a dark background and light text in dark mode', async () => {
    const page = await browser.open({ colorScheme: 'dark' });
    await page.goto(target().url);
    const body = page.locator('body');
    expect(await site.readStyle(body, 'background-color')).toBe(computedColour('paper', 'dark'));
    expect(await site.readStyle(body, 'color')).toBe(computedColour('ink', 'dark'));
  });
});

describe('a visitor who prefers reduced motion', () => {
  /** Lists elements with an active transition or animation. */
  const moving = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudo) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, pseudo);
        const motions = [
          ...transitionDuration.split(', ').filter((duration) => parseFloat(duration) > 0),
          ...(animationName === 'none' || parseFloat(animationDuration) === 0 ? [] : [animationName]),
        ];
        return motions.map((what) => element.tagName + '.' + element.className + ' ' + what);
      }),
    )`);

  it('sees no motion on any page', async () => {
    const page = await browser.open({ reducedMotion: 'reduce' }, /404/);
    for (const path of site.PATHS) {
      await page.goto(`${target().url}${path}`);
      if (path === '/booking-page') await page.locator('.scheduler[aria-busy="false"]').waitFor();
      expect(await moving(page), path).toEqual([]);
    }
  });

  it('sees a pulsing instead of a rotating spinner, and a toast without animation', async () => {
    const page = await browser.open({ reducedMotion: 'reduce' });
    await page.route('**/accounts:**', () => undefined);
    await page.goto(`${target().url}/login`);
    await page.getByRole('button', { name: LOGIN.submit }).click();
    await steps.seesToast(page, MESSAGES.fillAllFields);
    await steps.submitLogin(page, newPerson());
    await page.locator('.spinner').waitFor();
    expect(await moving(page)).toEqual(['SPAN.spinner breathe']);
  });

  it('differs from other visitors, who see motion', async () => {
    const page = await browser.open();
    await page.goto(target().url);
    expect(await moving(page)).not.toEqual([]);
  });
});

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley the Younger';
const RIGHT_TO_LEFT = 'محمد بن عبد الله بن أحمد بن عبد الرحمن بن إبراهيم الخوارزمي الأنصاري القرطبي';

describe('a user name', () => {
  async function signedIn(person: Person, options = {}): Promise<Page> {
    const page = await browser.open({ viewport: DESKTOP, ...options });
    await steps.openSignedIn(page, target().url, person);
    return page;
  }
  const shownName = (page: Page) => page.getByRole('banner').locator('bdi').filter({ visible: true });
  const isCut = async (element: Locator) => {
    const { needed, has } = await element.evaluate((node) => {
      const { scrollWidth, clientWidth } = node as unknown as Record<'scrollWidth' | 'clientWidth', number>;
      return { needed: scrollWidth, has: clientWidth };
    });
    return needed > has;
  };

  it.each([
    ['long', LONG, 'ltr'],
    ['right-to-left', RIGHT_TO_LEFT, 'rtl'],
    ['markup', `<b onclick="x">Ada & Co</b>${LONG}`, 'ltr'],
  ])(
    'is truncated in the header, complete in the menu and keeps its direction if it is %s',
    async (_kind, name, direction) => {
      const page = await signedIn(await newMember(target(), { ...newPerson(), name }));
      const shown = shownName(page);
      await shown.filter({ hasText: name }).waitFor();
      expect(await shown.getAttribute('title')).toBe(name);
      expect(await site.readStyle(shown, 'direction')).toBe(direction);
      expect(await site.readStyle(shown, 'text-overflow')).toBe('ellipsis');
      expect(await isCut(shown)).toBe(true);
      const logout = page.getByRole('button', { name: PRICING.logout });
      for (const width of [DESKTOP.width, 840]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await site.horizontalOverflow(page)).toBe(0);
        await logout.click({ trial: true });
      }
      for (const viewport of [PHONE, { width: 320, height: 640 }]) {
        await page.setViewportSize(viewport);
        expect(await site.horizontalOverflow(page)).toBe(0);
        await page.getByRole('button', { name: PRICING.menu }).click();
        expect(await shown.textContent()).toBe(name);
        expect(await isCut(shown)).toBe(false);
        await logout.click({ trial: true });
        await page.keyboard.press('Escape');
      }
    },
  );

  it.each([
    [LONG, 'ltr'],
    [RIGHT_TO_LEFT, 'rtl'],
  ])("is typed in its script's direction: %s", async (name, direction) => {
    const page = await browser.open({ viewport: PHONE });
    await page.goto(`${target().url}/register`);
    await page.getByLabel(FIELDS.userName).fill(name);
    expect(await site.readStyle(page.getByLabel(FIELDS.userName), 'direction')).toBe(direction);
    expect(await site.horizontalOverflow(page)).toBe(0);
  });

  it('gives way to the email address if it is missing, however long the address', async () => {
    const local = `${'a'.repeat(50)}.${newPerson().email.split('@')[0]}`.slice(0, 64);
    const person = { ...newPerson(), email: `${local}@an-uncommonly-long-company-name.example.com` };
    const call = `${target().url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-key`;
    const { email, password } = person;
    const signedUp = await fetch(call, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    expect(signedUp.status).toBe(200);
    const page = await signedIn(person, { viewport: PHONE });
    expect(await site.horizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: PRICING.menu }).click();
    await shownName(page).filter({ hasText: local }).waitFor();
    expect(await isCut(shownName(page))).toBe(false);
    await page.keyboard.press('Escape');
    await steps.logOut(page);
    await page.goto(`${target().url}/login`);
    await steps.fillIn(page, { [FIELDS.email]: person.email });
    expect(await site.horizontalOverflow(page)).toBe(0);
  });
});
