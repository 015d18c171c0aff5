import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { FIELDS } from '../../web/src/content/account.ts';
import { PROFILE } from '../../web/src/content/account-page.ts';
import { BOOKING } from '../../web/src/content/booking.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import * as site from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';

const target = embeddedTarget();
const browser = site.pageBrowser();

const WIDGET = '/emulated/scheduling/outharbor/discovery-session';
const schedulerFrame = (page: Page) => page.locator('.scheduler');
const ready = (page: Page) => page.locator('.scheduler[aria-busy="false"]').waitFor();

/** Reads the widget settings from the frame's URL. */
async function frameSettings(page: Page): Promise<Record<string, string>> {
  const { pathname, searchParams } = new URL((await page.locator('iframe').getAttribute('src')) ?? '');
  return { pathname, ...Object.fromEntries(searchParams) };
}

/** Collects the scheduling events that the page logs. */
function watchLog(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => message.text().startsWith('calendly.') && logged.push(message.text()));
  return logged;
}

describe.each(site.EACH_ONCE)('the booking page $how', (how) => {
  it('shows the discovery session panel beside the calendar, or above it on a phone', async () => {
    const page = await browser.visit(how, `${target().url}/booking-page`);
    const panel = page.getByRole('region', { name: BOOKING.title });
    expect(await panel.locator('.logo').textContent()).toBe(BRAND.name);
    expect(await panel.locator('.logo svg').count()).toBe(1);
    expect(await panel.textContent()).toContain(BOOKING.text);
    expect(await panel.getByRole('listitem').first().textContent()).toBe(BOOKING.points[0]);
    const [left, right] = await Promise.all([panel.boundingBox(), schedulerFrame(page).boundingBox()]);
    if (!left || !right) throw new Error('The panel or the calendar is not there');
    if (how.phone) expect(left.y + left.height).toBeLessThanOrEqual(right.y);
    else expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  });
});

describe.each(site.VISITS.filter(({ script }) => !script))('the booking page $how', (how) => {
  it('offers an email address instead of a loading calendar', async () => {
    const page = await browser.visit(how, `${target().url}/booking-page`);
    const notice = schedulerFrame(page).locator('noscript .notice');
    expect(await notice.textContent()).toBe(`${BOOKING.withoutScript} ${BRAND.email}`);
    expect(await notice.getByRole('link').getAttribute('href')).toBe(`mailto:${BRAND.email}`);
    expect(await page.getByText(BOOKING.loading).isVisible()).toBe(false);
  });
});

describe('the calendar on a phone', () => {
  it('shows a spinner until it has loaded, and is 900 pixels high', async () => {
    const page = await browser.open(site.ON_A_PHONE);
    const frame = await site.hold(page, `**${WIDGET}?*`);
    await page.goto(`${target().url}/booking-page`);
    await expect.poll(() => frame.requests.length).toBe(1);
    const scheduler = schedulerFrame(page);
    const loading = scheduler.getByRole('status').filter({ hasText: BOOKING.loading });
    await loading.locator('.spinner').waitFor();
    expect(await site.readStyle(loading.locator('.spinner'), 'animation-name')).toBe('turn');
    expect(await scheduler.getAttribute('aria-busy')).toBe('true');
    frame.release();
    await ready(page);
    expect(await scheduler.locator('.spinner').count()).toBe(0);
    expect((await page.locator('iframe').boundingBox())?.height).toBe(900);
    await steps.widgetFrame(page).getByRole('heading', { name: 'Select a Date & Time' }).waitFor();
  });

  it('hides the consent banner and receives no visitor data, signed in or not', async () => {
    const page = await browser.open(site.ON_A_PHONE);
    for (const arrive of [
      async () => undefined,
      async () => {
        await steps.openSignedIn(page, target().url, await newMember(target()));
      },
    ]) {
      await arrive();
      await page.goto(`${target().url}/booking-page`);
      await ready(page);
      expect(await frameSettings(page)).toEqual({
        pathname: WIDGET,
        embed_domain: '1',
        embed_type: 'Inline',
        hide_gdpr_banner: '1',
        hide_event_type_details: '1',
        background_color: 'fffdf8',
        text_color: '0f2233',
        primary_color: 'bf3a14',
      });
      const widget = steps.widgetFrame(page);
      expect(await widget.getByText('sets no cookies').count()).toBe(0);
      for (const label of [PROFILE.name, FIELDS.email]) {
        expect(await widget.getByLabel(label, { exact: true }).inputValue()).toBe('');
      }
    }
  });

  it('logs its events and does nothing else with them', async () => {
    const page = await browser.open(site.ON_A_PHONE);
    const logged = watchLog(page);
    await page.goto(`${target().url}/booking-page`);
    await ready(page);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await steps.bookCall(page, newPerson());
    await expect
      .poll(() => logged.map((text) => text.split(' ')[0]))
      .toEqual(['calendly.event_type_viewed', 'calendly.date_and_time_selected', 'calendly.event_scheduled']);
    const [, frame] = page.frames();
    await frame?.evaluate(`parent.postMessage({ event: 'calendly.profile_page_viewed', payload: {} }, '*')`);
    await expect.poll(() => logged.at(-1)).toContain('calendly.profile_page_viewed');
    expect(page.url()).toBe(`${target().url}/booking-page`);
    expect(asked.filter((path) => !path.startsWith('/emulated/scheduling/'))).toEqual([]);
  });
});

it('shows an email address if the calendar URL is unknown', async () => {
  const page = await browser.open({ viewport: DESKTOP }, /ERR_FAILED|is unknown/);
  await page.route('**/runtime-config.json', (route) => route.abort());
  await page.goto(`${target().url}/booking-page`);
  const notice = schedulerFrame(page).getByRole('status');
  await notice.getByText(BOOKING.unavailable).waitFor();
  expect(await notice.getByRole('link').getAttribute('href')).toBe(`mailto:${BRAND.email}`);
  expect(await schedulerFrame(page).locator('.spinner').count()).toBe(0);
});

it('does not log messages from another origin', async () => {
  const page = await browser.open({ viewport: DESKTOP }, /Content Security Policy|ERR_/);
  await page.route('**/runtime-config.json', async (route) => {
    const response = await route.fetch();
    const config = await response.json();
    await route.fulfill({ json: { ...config, scheduling: { url: 'http://localhost:1/widget' } } });
  });
  const logged = watchLog(page);
  await page.goto(`${target().url}/booking-page`);
  await page.locator('iframe').waitFor();
  await page.evaluate('window.postMessage({ event: "calendly.event_type_viewed", payload: {} }, "*")');
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))');
  await page.getByText(BOOKING.loading).waitFor();
  expect(logged).toEqual([]);
});
