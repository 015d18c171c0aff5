import { NEXT } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BRAND } from '../../web/src/content/brand.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { SUCCESS } from '../../web/src/content/success.ts';
import { EACH_ONCE, hold, ON_A_PHONE, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newBuyer } from '../support/members.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const CONFIRMATION = '**/api/v1/payment-success';
const FAILURES = /status of 503|The payment is not confirmed yet/;

describe.each(EACH_ONCE)('the success page $how', (how) => {
  it('shows its picture, its heading and Proceed', async () => {
    const page = await browser.visit(how, `${target().url}/success?session_id=cs_test_1`);
    expect(await page.getByRole('heading').allTextContents()).toEqual([SUCCESS.title]);
    const picture = page.getByRole('img', { name: SUCCESS.pictureAlt });
    expect((await picture.boundingBox())?.width).toBeGreaterThan(200);
    expect(await page.getByRole('button').allTextContents()).toEqual([SUCCESS.action]);
    if (how.script) return;
    expect(await page.locator('noscript .notice').textContent()).toBe(
      `${SUCCESS.withoutScript} ${BRAND.email}`,
    );
  });
});

describe('Proceed on a phone', () => {
  const proceedButton = (page: Page) => page.getByRole('button', { name: SUCCESS.action, exact: true });

  /** A page for a user who has started a checkout and logged in. */
  async function afterCheckout() {
    const { person, checkout, uid } = await newBuyer(target(), NEXT.price);
    const page = await browser.open(ON_A_PHONE, FAILURES);
    const open = () => steps.openSignedIn(page, target().url, person, '/success');
    return { page, open, sessionId: checkout.id, uid };
  }

  it("confirms the user's stored session with a spinner and leads to pricing", async () => {
    const { page, open, sessionId, uid } = await afterCheckout();
    const call = await hold(page, CONFIRMATION);
    await open();
    await proceedButton(page).click();
    await proceedButton(page).locator('.spinner').waitFor();
    await expect.poll(() => call.requests.length).toBe(1);
    const [request] = call.requests;
    expect(request?.method()).toBe('POST');
    expect(request?.postDataJSON()).toEqual({ sessionId, firebaseId: uid });
    // Pay only now: otherwise the live record would trigger the redirect before the call is checked.
    await target().pay(sessionId, '4242424242424242');
    call.release();
    await page.waitForURL(`${target().url}/subscribe`);
    await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
  });

  it('shows and logs a failure, stays busy, retries and redirects on success', async () => {
    const { page, open } = await afterCheckout();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    let calls = 0;
    await page.route(CONFIRMATION, (route) => {
      calls += 1;
      const json = { planType: NEXT.name, sessionId: 'cs_test_1' };
      return calls < 3 ? route.fulfill({ status: 503, body: 'unavailable' }) : route.fulfill({ json });
    });
    await open();
    await proceedButton(page).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    expect(await proceedButton(page).getAttribute('aria-busy')).toBe('true');
    await page.waitForURL(`${target().url}/subscribe`);
    expect(calls).toBe(3);
    expect(logged.join()).toContain('The payment is not confirmed yet');
  });

  it('redirects once the live record shows the plan, even if the call fails', async () => {
    const { page, open, sessionId } = await afterCheckout();
    await page.route(CONFIRMATION, (route) => route.fulfill({ status: 503, body: 'unavailable' }));
    await open();
    await proceedButton(page).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    await target().pay(sessionId, '4242424242424242');
    await page.waitForURL(`${target().url}/subscribe`);
    await steps.planCard(page, NEXT.title).getByRole('button', { name: PRICING.subscribed }).waitFor();
  });

  it('asks a signed-out visitor to log in', async () => {
    const page = await browser.open(ON_A_PHONE);
    await page.clock.install();
    await page.goto(`${target().url}/success?session_id=cs_test_1`);
    await proceedButton(page).click();
    await steps.seesToast(page, MESSAGES.loginFirst);
    await page.clock.fastForward(2000);
    await page.waitForURL(({ pathname }) => pathname === '/login');
  });
});
