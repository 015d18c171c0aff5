// @module-tag docker
// @module-tag chromium
import { NEXT } from '@outharbor/contract/testing/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { expectSubscribed } from '../../support/browser/loop-in-browser-suite.ts';
import * as steps from '../../support/browser/steps.ts';
import { type BrowserProfile, createProfile, type OpenBrowser } from '../../support/live-browser.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { startLiveStack } from './live-stack.ts';
import { describeVisitorLimits } from './visitor-limits-suite.ts';

const stack = suiteFixture(startLiveStack);

describe('a browser on the site with live settings', () => {
  let profile: BrowserProfile;
  const person = newPerson();
  beforeAll(async () => {
    profile = await createProfile(stack);
  });
  afterAll(() => profile?.remove());

  const seePlan = async ({ context }: OpenBrowser) => {
    const page = await context.newPage();
    await page.goto(`${stack.origin}/subscribe`);
    await expectSubscribed(page, NEXT.title);
    return page;
  };
  const expectSocketsOnly = ({ sockets, faults }: OpenBrowser) => {
    expect(faults).toEqual([]);
    expect(sockets.length).toBeGreaterThan(0);
    for (const socket of sockets) {
      expect(socket).toMatch(/^wss:\/\/outharbor-live-default-rtdb\.firebaseio\.com\/\.ws\?/);
    }
  };

  it('gets the live policy and shows the widget from another origin', async () => {
    await profile.open(async ({ context, faults }) => {
      const page = await context.newPage();
      const answer = await page.goto(`${stack.origin}/booking-page`);
      const { 'content-security-policy': policy = '', 'strict-transport-security': hsts = '' } =
        (await answer?.allHeaders()) ?? {};
      expect(policy).toContain('wss://*.firebaseio.com');
      expect(policy).toContain("frame-src 'self' https://calendly.com");
      expect(hsts).toMatch(/^max-age=\d{8}/);
      await steps.widgetFrame(page).getByRole('grid').waitFor();
      expect(page.frames().map((frame) => new URL(frame.url()).host)).toContain('calendly.com');
      expect(faults).toEqual([]);
    });
  });

  it('uses a database socket after a short visit to /login, whatever the profile remembers', async () => {
    await profile.open(async (browser) => {
      const page = await browser.context.newPage();
      await steps.register(page, stack.origin, person);
      await steps.submitLogin(page, person);
      await page.waitForURL(`${stack.origin}/subscribe`);
      await steps.logOut(page);
      // The short visit: leave as soon as the page has loaded.
      await page.goto(`${stack.origin}/login`);
      await page.goto(`${stack.origin}/faq`);
      // The SDK sets this flag when a socket is closed early.
      await page.evaluate(() => localStorage.setItem('firebase:previous_websocket_failure', 'true'));
      await steps.logIn(page, stack.origin, person);
      await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.book }).waitFor();
      expectSocketsOnly(browser);
    });
  });

  it('pays on another origin, returns, and is still signed in after a browser restart', async () => {
    await profile.open(async (browser) => {
      const page = await browser.context.newPage();
      await page.goto(`${stack.origin}/subscribe`);
      await steps.book(page, NEXT.title);
      expect(new URL(page.url()).origin).toBe('https://checkout.stripe.com');
      await steps.payWith(page, CARDS.pays);
      await steps.proceed(page, stack.origin);
      await seePlan(browser);
      expectSocketsOnly(browser);
    });
    await profile.open(async (browser) => {
      const page = await seePlan(browser);
      await page.reload();
      await steps.untilSignedIn(page);
      await page.goto(`${stack.origin}/`);
      await page.goBack({ waitUntil: 'commit' });
      await steps.untilSignedIn(page);
      expectSocketsOnly(browser);
    });
  });
});

describeVisitorLimits(() => stack);
