// @module-tag chromium
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SEVERAL_TYPES } from '../../../support/scheduling/several-types.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { pickTime, submitDetails } from './widget-browser.ts';
import { MONDAY, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

type Calendly = Readonly<Record<string, (options?: object) => void>>;
declare const document: { getElementById(id: string): object | null };
declare const window: { Calendly: Calendly; events: { event: string }[]; modalClosed: boolean };

/** A page of a site without React, as Calendly's instructions have it. */
async function openSite(body = ''): Promise<Page> {
  const { url } = stage.emulator;
  const context = await stage.browser.newContext({ timezoneId: 'America/New_York' });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const markup = `<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="${url}/assets/external/widget.css">
<script>events = []; addEventListener('message', ({ data }) => events.push(data))</script>${body}
<script src="${url}/assets/external/widget.js" async></script>`;
  await page.goto(stage.embedding.siteOf(markup));
  await page.waitForFunction(() => 'Calendly' in window);
  return page;
}

const call = (page: Page, name: string, options?: object) =>
  page.evaluate(([method, given]) => window.Calendly[method as string]?.(given as object), [
    name,
    options && { url: stage.emulator.eventTypeUrl, ...options },
  ] as const);

const eventNames = (page: Page) =>
  page.evaluate(() => window.events.map(({ event }) => event).filter((name) => !name.endsWith('height')));

test('a marked element becomes a widget that books, reports and takes the height of its content', async () => {
  const page = await openSite(
    `<div class="calendly-inline-widget" data-resize="true" data-url="${stage.emulator.eventTypeUrl}"></div>`,
  );
  const widget = page.frameLocator('iframe');
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  await expect
    .poll(() => eventNames(page))
    .toEqual(['calendly.event_type_viewed', 'calendly.date_and_time_selected', 'calendly.event_scheduled']);
  const height = await page.locator('.calendly-inline-widget').evaluate((element) => element.style.height);
  expect(height).toMatch(/^\d{3}px$/);
  expect(await page.locator('.calendly-spinner').count()).toBe(0);
});

test('a widget takes prefill, utm and page settings, and hides the title', async () => {
  const page = await openSite('<div id="here"></div>');
  await page.evaluate((url) => {
    window.Calendly.initInlineWidget?.({
      url,
      parentElement: document.getElementById('here'),
      prefill: {
        name: 'Ada',
        guests: ['a@x.example', 'b@x.example'],
        date: new Date(2026, 11, 1),
        customAnswers: { a1: 'Hi' },
      },
      utm: { utmSource: 'mail' },
      pageSettings: { hideEventTypeDetails: true, primaryColor: '#ff0000' },
    });
  }, stage.emulator.eventTypeUrl);
  const widget = page.frameLocator('#here iframe');
  await widget.getByRole('heading', { name: 'Tuesday, December 1' }).waitFor();
  expect(await widget.getByText('Intro Call').count()).toBe(0);
  const { searchParams } = new URL((await page.locator('#here iframe').getAttribute('src')) ?? '');
  expect(Object.fromEntries(searchParams)).toEqual({
    hide_event_type_details: '1',
    primary_color: 'ff0000',
    name: 'Ada',
    guests: 'a@x.example,b@x.example',
    date: '2026-12-01',
    utm_source: 'mail',
    a1: 'Hi',
    embed_domain: '127.0.0.1',
    embed_type: 'Inline',
  });
});

test('a popup opens once, closes by button, key or call, and says so', async () => {
  const page = await openSite();
  await call(page, 'initPopupWidget', {});
  await call(page, 'initPopupWidget', {});
  expect(await page.locator('.calendly-overlay').count()).toBe(1);
  await page.frameLocator('.calendly-popup iframe').getByRole('heading', { name: 'Intro Call' }).waitFor();
  await page.locator('.calendly-popup-close').click();
  expect(await page.locator('.calendly-overlay').count()).toBe(0);
  await page.evaluate((url) => {
    window.Calendly.initPopupWidget?.({
      url,
      onModalClosed: () => Object.assign(window, { modalClosed: true }),
    });
  }, stage.emulator.eventTypeUrl);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.modalClosed)).toBe(true);
  await call(page, 'initPopupWidget', {});
  await call(page, 'closePopupWidget');
  expect(await page.locator('.calendly-overlay').count()).toBe(0);
});

test('a badge opens the popup until it is removed', async () => {
  const page = await openSite();
  await call(page, 'initBadgeWidget', { text: 'Talk to us', color: '#123456', branding: true });
  await page.getByRole('button', { name: 'Talk to us' }).click();
  await page.frameLocator('.calendly-popup iframe').getByRole('heading', { name: 'Intro Call' }).waitFor();
  await call(page, 'closePopupWidget');
  await call(page, 'destroyBadgeWidget');
  expect(await page.getByRole('button', { name: 'Talk to us' }).count()).toBe(0);
});

describe('several event types', () => {
  const several = suiteFixture(() => WidgetStage.start(SEVERAL_TYPES));

  test('a visitor chooses one, a place and an answer', async () => {
    const url = several.emulator.eventTypeUrl.replace('/intro-call', '');
    const { widget } = await several.open({ url });
    await widget.getByRole('link', { name: 'Demo' }).click();
    await pickTime(widget, MONDAY, '10:00 AM');
    await widget.getByLabel('Location').selectOption('We call you');
    await submitDetails(widget, 'Ada', 'ada@example.com');
    await widget.getByText('Please say where.').waitFor();
    await widget.getByText('Please answer this question.').waitFor();
    await widget.getByLabel('Phone number').fill('+1 555 0100');
    await widget.getByLabel('Team').selectOption('Support');
    await widget.getByRole('button', { name: 'Schedule event' }).click();
    await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
    const [event] = await several.api.events();
    expect(event).toMatchObject({
      name: 'Demo',
      location: { type: 'outbound_call', location: '+1 555 0100' },
    });
  });
});
