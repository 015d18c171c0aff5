import { Closing } from '@outharbor/embedded/closing';
import { afterEach, describe, expect, it } from 'vitest';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newSubscriber } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ENGINES, type RunningEngine } from '../support/webdriver/engines.ts';
import { RemotePage } from '../support/webdriver/remote-page.ts';
import { startWatchingProxy, type WatchingProxy } from '../support/webdriver/watching-proxy.ts';
import { mailedTo } from './mailed-to.ts';
import * as steps from './remote-steps.ts';

const DESKTOP = { width: 1280, height: 900 };
/** The narrowest window that every engine makes. */
const PHONE = { width: 500, height: 900 };
/** A browser starts, and a machine may be busy. */
const PATIENCE = { timeout: 300_000 };

const target = embeddedTarget();

describe.each(ENGINES)('$engine', ({ isInstalled, start }) => {
  const closing = new Closing();
  const proxies: WatchingProxy[] = [];
  const engines: { readonly errors: RunningEngine['errors']; readonly expected: RegExp | undefined }[] = [];
  afterEach(async () => {
    await closing.close();
    for (const { errors, expected } of engines.splice(0)) {
      expect(
        errors.filter((error) => !expected?.test(error)),
        'errors in the browser',
      ).toEqual([]);
    }
    for (const { violations } of proxies.splice(0)) {
      expect(violations, 'against the content security policy').toEqual([]);
    }
  });

  async function arrive({
    size = DESKTOP,
    script = true,
    dark = false,
    expected = undefined as RegExp | undefined,
  } = {}): Promise<RemotePage> {
    const proxy = await closing.add(startWatchingProxy());
    proxies.push(proxy);
    const profile = await closing.add(temporaryFolder());
    const options = { profile: profile.path, proxy: proxy.address, script, dark, size };
    const engine = await closing.add(start(options));
    engines.push({ errors: engine.errors, expected });
    return new RemotePage(engine.connection);
  }

  it.skipIf(!isInstalled)('leads from the home page to a plan', PATIENCE, async () => {
    const { url } = target();
    const person = newPerson();
    const page = await arrive();
    await steps.bookCall(page, url, person);
    await steps.register(page, url, person);
    await steps.logIn(page, url, person);
    const checkout = `${url}/emulated/stripe/c/pay/`;
    await steps.buy(page, 'Popular', { origin: url, checkout, name: person.name });
    await page.press('Logout');
    await page.says('Logged out successfully');
  });

  it.skipIf(!isInstalled)('keeps an account, changes it and leaves', PATIENCE, async () => {
    const { url } = target();
    const { email, password } = await newSubscriber(target(), 1000);
    const page = await arrive({ expected: CLOSED_ACCOUNT });
    await page.open(`${url}/account`);
    await page.click('//main//a[normalize-space()="Login"]');
    await page.submit('Login', { Email: email, Password: password });
    await page.isAt(`${url}/account`);
    await page.shown('//li[contains(., "$1,000.00, paid")]');

    await page.submit('Save name', { Name: 'Ada Okafor' });
    await page.says('Your name is saved.');
    await page.submit('Change password', { 'Current password': password, 'New password': 'another secret' });
    await page.says('Your password is changed.');
    const moved = newPerson().email;
    await page.submit('Change e-mail', { 'New e-mail': moved, 'Current password': 'another secret' });
    await page.shown('//*[starts-with(normalize-space(), "Please follow the link")]');

    await page.press('Change to Icebreaker, $1,499');
    await page.isAt(`${url}/emulated/stripe/p/session/`);
    await page.click('//button[contains(., "onfirm")]');
    await page.isAt(`${url}/account`);
    await page.shown('//dd[normalize-space()="Icebreaker"]');

    await page.open(await mailedTo(target(), email, 'VERIFY_AND_CHANGE_EMAIL'));
    await page.press('Go to login');
    await page.submit('Login', { Email: moved, Password: 'another secret' });
    await page.isAt(`${url}/account`);
    await page.submit('Delete my account', { 'Current password': 'another secret' });
    await page.says('Your account is deleted.');
    await page.isAt(`${url}/subscribe`);
    await page.shown('//a[normalize-space()="Login"]');
  });

  it.skipIf(!isInstalled)('has React take over what was painted, in dark colours too', PATIENCE, async () => {
    const { url } = target();
    const page = await arrive({ size: PHONE, dark: true });
    for (const path of ['/', '/faq', '/AboutUs', '/caseStudies', '/subscribe', '/login', '/cancel']) {
      await page.open(`${url}${path}`);
      await page.run(LISTEN_TO_CONSOLE);
      await page.run('document.body.dispatchEvent(new Event("touchstart", { bubbles: true }))');
      await page.shown('//html[@data-ready]');
      expect(await page.run('return window.heard'), `console of ${path}`).toEqual([]);
      expect(await page.run(PAPER), `paper of ${path}`).toBe('rgb(11, 24, 38)');
      expect(
        await page.run('return document.documentElement.clientWidth - document.documentElement.scrollWidth'),
      ).toBe(0);
    }
    expect(await page.run('return document.querySelector("img").currentSrc')).toMatch(/\.svg#dark$/);
    await page.open(`${url}/faq`);
    await page.press('Menu');
    await page.press('Case Studies');
    await page.isAt(`${url}/caseStudies`);
    await page.says('How Fennlake filled five weeks with sales calls');
  });

  it.skipIf(!isInstalled)('can be read without script', PATIENCE, async () => {
    const { url } = target();
    const page = await arrive({ size: PHONE, script: false });
    await page.open(`${url}/faq`);
    const answers = ['How does the automation work?', 'Who manages my campaigns?'].map(
      (question) => `//details[summary[normalize-space()="${question}"]]`,
    );
    for (const answer of answers) {
      await page.click(`${answer}/summary`);
      await page.shown(`${answer}[@open]//p`);
    }
    await page.shown(`(//details)[1][not(@open)]`);
    await page.press('Menu');
    await page.press('Home');
    await page.isAt(`${url}/`);
    await page.says('Three steps to a full calendar');
    await page.press('I want to grow');
    await page.isAt(`${url}/booking-page`);
    await page.says('Discovery Session');
    await page.shown('//*[contains(., "The calendar needs JavaScript")]');
  });
});

/** What the provider answers to the pages of an account whose sign-ins have ended, or that is gone. */
const CLOSED_ACCOUNT = /status of 40[01]|token-expired|user-not-found|INVALID|permission_denied|record/i;
const PAPER = 'return getComputedStyle(document.body).backgroundColor';
const LISTEN_TO_CONSOLE = `
  window.heard = [];
  const hear = (...words) => window.heard.push(words.join(' '));
  Object.assign(console, { error: hear, warn: hear });
  addEventListener('error', ({ message }) => hear(message));
  addEventListener('unhandledrejection', ({ reason }) => hear(reason));`;
