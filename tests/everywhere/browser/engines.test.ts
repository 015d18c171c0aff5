import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { BOOKING } from '../../../web/src/content/booking.ts';
import { CASE_STUDY } from '../../../web/src/content/case-study.ts';
import { FAQ } from '../../../web/src/content/faq.ts';
import { CLOSING, STEPS } from '../../../web/src/content/home.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { LINKS } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { computedColour } from '../../support/browser/computed-colour.ts';
import * as steps from '../../support/browser/remote-steps.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newPerson } from '../../support/people.ts';
import { PHONE, webkitFixture } from '../../support/webdriver/webkit-fixture.ts';

const target = embeddedTarget();

describe('WebKit', () => {
  const arrive = webkitFixture();
  /** Generous, because it includes the browser start on a busy machine. */
  const onceInstalled = { timeout: 300_000, tags: 'webkit' };

  it('completes the journey from the home page to a plan', onceInstalled, async () => {
    const { url } = target();
    const person = newPerson();
    const page = await arrive();
    await steps.bookCall(page, url, person);
    await steps.register(page, url, person);
    await steps.logIn(page, url, person);
    const checkout = `${url}/emulated/stripe/c/pay/`;
    await steps.buy(page, NEXT.title, { origin: url, checkout, name: person.name });
    await page.press(PRICING.logout);
    await page.says(MESSAGES.loggedOut);
  });

  it('hydrates the prerendered pages without errors in dark mode', onceInstalled, async () => {
    const { url } = target();
    const page = await arrive({ size: PHONE, dark: true });
    for (const path of ['/', '/faq', '/AboutUs', '/caseStudies', '/subscribe', '/login', '/cancel']) {
      await page.open(`${url}${path}`);
      await page.run(LISTEN_TO_CONSOLE);
      await page.run('document.body.dispatchEvent(new Event("touchstart", { bubbles: true }))');
      await page.shown('//html[@data-ready]');
      expect(await page.run('return window.heard'), `console of ${path}`).toEqual([]);
      expect(await page.run(PAPER), `paper of ${path}`).toBe(computedColour('paper', 'dark'));
      expect(
        await page.run('return document.documentElement.clientWidth - document.documentElement.scrollWidth'),
      ).toBe(0);
    }
    expect(await page.run('return document.querySelector("img").currentSrc')).toMatch(/\.svg#dark$/);
    await page.open(`${url}/faq`);
    await page.press('Menu');
    await page.press(LINKS.caseStudies.label);
    await page.isAt(`${url}/caseStudies`);
    await page.says(CASE_STUDY.title);
  });

  it('is readable without JavaScript', onceInstalled, async () => {
    const { url } = target();
    const page = await arrive({ size: PHONE, script: false });
    await page.open(`${url}/faq`);
    const answers = FAQ.slice(0, 2).map(
      ({ question }) => `//details[summary[normalize-space()="${question}"]]`,
    );
    for (const answer of answers) {
      await page.click(`${answer}/summary`);
      await page.shown(`${answer}[@open]//p`);
    }
    if (answers.length > 1) await page.shown(`(//details)[1][not(@open)]`);
    await page.press('Menu');
    await page.press(LINKS.home.label);
    await page.isAt(`${url}/`);
    await page.says(STEPS.title);
    await page.press(CLOSING.action.label);
    await page.isAt(`${url}/booking-page`);
    await page.says(BOOKING.title);
    await page.shown(`//*[contains(., "${BOOKING.withoutScript}")]`);
  });
});

const PAPER = 'return getComputedStyle(document.body).backgroundColor';
const LISTEN_TO_CONSOLE = `
  window.heard = [];
  const hear = (...words) => window.heard.push(words.join(' '));
  Object.assign(console, { error: hear, warn: hear });
  addEventListener('error', ({ message }) => hear(message));
  addEventListener('unhandledrejection', ({ reason }) => hear(reason));`;
