import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEVICES, hydrated, siteBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';

const target = embeddedTarget();
const browser = siteBrowser();

/** Pauses the clock; time then advances only when the test advances it. */
const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 2000);
const toast = (page: Page, text: string) => steps.toasts(page).filter({ hasText: text });

/** Advances the clock in small steps until a toast appears. */
async function untilToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return toast(page, text).count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
}

describe.each(DEVICES)('delays on $device', ({ options }) => {
  /** Opens a page whose clock a test can pause. */
  async function openWithClock(path: string): Promise<Page> {
    const page = await browser.open(options);
    await page.clock.install();
    await page.goto(`${target().url}${path}`);
    await hydrated(page);
    return page;
  }

  it('a toast closes after 3000 ms', async () => {
    const page = await openWithClock('/register');
    await stopTime(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await untilToast(page, 'Please fill all the fields');
    await page.clock.runFor(2900);
    expect(await toast(page, 'Please fill all the fields').count()).toBe(1);
    await page.clock.runFor(100);
    await toast(page, 'Please fill all the fields').waitFor({ state: 'detached' });
  });

  it('a toast stays open while the pointer is over it', async () => {
    const page = await openWithClock('/register');
    await stopTime(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await untilToast(page, 'Please fill all the fields');
    await toast(page, 'Please fill all the fields').hover();
    await page.clock.runFor(3500);
    expect(await toast(page, 'Please fill all the fields').count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3000);
    await toast(page, 'Please fill all the fields').waitFor({ state: 'detached' });
  });

  it("'Please login first' leads to the login page after 2000 ms", async () => {
    const page = await openWithClock('/subscribe');
    await page
      .getByRole('link', { name: 'Login', includeHidden: true })
      .first()
      .waitFor({ state: 'attached' });
    await stopTime(page);
    await steps.planCard(page, 'Basic').getByRole('button', { name: 'Book' }).click();
    await untilToast(page, 'Please login first');
    await page.clock.runFor(1500);
    expect(new URL(page.url()).pathname).toBe('/subscribe');
    await page.clock.runFor(500);
    await page.waitForURL(`${target().url}/login`);
  });

  it('login leads to pricing after 3000 ms', async () => {
    const person = await newMember(target());
    const page = await openWithClock('/login');
    await stopTime(page);
    await steps.submitLogin(page, person);
    await untilToast(page, 'Logged in successfully');
    await page.clock.runFor(2500);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
    await page.clock.runFor(500);
    await page.waitForURL(`${target().url}/subscribe`);
    // The toast survives the navigation and closes on its own schedule.
    await page.clock.runFor(700);
    await toast(page, 'Logged in successfully').waitFor({ state: 'detached' });
  });

  it('after 15 seconds without an answer from the widget, a link offers it in a new tab', async () => {
    const page = await browser.open(options);
    await page.clock.install();
    await page.route('**/emulated/scheduling/**', () => undefined);
    await page.goto(`${target().url}/booking-page`, { waitUntil: 'domcontentloaded' });
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.locator('iframe').waitFor();
    await page.getByText('Loading the calendar').waitFor();
    await page.clock.runFor(15_000);
    const link = page.getByRole('link', { name: 'Open the calendar in a new tab' });
    await link.waitFor();
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('href')).toContain('/emulated/scheduling/outharbor/discovery-session');
  });
});
