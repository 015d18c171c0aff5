// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { MONDAY, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

interface Styles {
  getComputedStyle(element: unknown): { readonly backgroundColor: string };
}

test('applies page settings and a prefilled date', async () => {
  const { widget } = await stage.open({
    pageSettings: { hideEventTypeDetails: true, hideGdprBanner: true, backgroundColor: '#101010' },
    prefill: { name: '<b>Ada</b>' },
    url: `${stage.emulator.eventTypeUrl}?date=2026-12-01`,
  });
  await widget.getByRole('heading', { name: 'Tuesday, December 1' }).waitFor();
  expect(await widget.getByText('30 min').count()).toBe(0);
  expect(await widget.getByText('sets no cookies').count()).toBe(0);
  const background = await widget
    .locator('html')
    .evaluate((root) => (globalThis as unknown as Styles).getComputedStyle(root).backgroundColor);
  expect(background).toBe('rgb(16, 16, 16)');
  expect(await widget.getByLabel('Name').inputValue()).toBe('<b>Ada</b>');
});

// help.calendly.com/hc/en-us/articles/226766767
test('begins with the month of the link, within the range of months', async () => {
  const url = stage.emulator.eventTypeUrl;
  for (const [month, shown] of [
    ['2026-12', 'December 2026'],
    ['2031-01', 'January 2027'],
  ] as const) {
    const { widget } = await stage.open({ url: `${url}?month=${month}` });
    await widget.getByRole('heading', { name: shown }).waitFor();
  }
});

test('shows times in the visitor’s time zone or in a chosen one', async () => {
  const { widget } = await stage.open({}, { timezoneId: 'Asia/Kolkata' });
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  expect(await widget.getByLabel('Time zone').inputValue()).toMatch(/Asia\/(Kolkata|Calcutta)/);
  await widget.getByRole('button', { name: MONDAY }).click();
  await widget.getByRole('button', { name: '7:30 PM', exact: true }).waitFor();
  // The other zones are listed once the field has focus.
  await widget.getByLabel('Time zone').focus();
  await widget.getByLabel('Time zone').selectOption('Europe/Berlin');
  await widget.getByRole('button', { name: MONDAY }).click();
  const times = await widget.getByRole('button', { name: /[AP]M$/ }).allTextContents();
  expect([times[0], times.at(-1), times.length]).toEqual(['3:00 PM', '10:30 PM', 16]);
});

test('names the next free time and leads to its day', async () => {
  const { widget } = await stage.open();
  await widget.getByRole('button', { name: 'Next free: Fri, Nov 20, 9:00 AM' }).click();
  await widget.getByRole('heading', { name: 'Friday, November 20' }).waitFor();
  expect(await widget.getByRole('button', { name: 'Next free' }).count()).toBe(0);
});

test('disables days without open times and limits the range of months', async () => {
  const { widget } = await stage.open();
  const disabled = (name: string) =>
    widget.getByRole('button', { name, exact: true }).getAttribute('aria-disabled');
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  expect(await disabled('Sunday, November 22')).toBe('true');
  expect(await disabled('Thursday, November 19')).toBe('true');
  expect(await disabled(MONDAY)).toBe('false');
  expect(await widget.getByRole('button', { name: 'Previous month' }).isDisabled()).toBe(true);
  await widget.getByRole('button', { name: 'Next month' }).click();
  await widget.getByRole('button', { name: 'Next month' }).click();
  await widget.getByRole('heading', { name: 'January 2027' }).waitFor();
  expect(await widget.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true);
});

test('a calendar without open times says so for every month', async () => {
  const all = await stage.visitor.openTimes('2026-11-20T00:00:00Z', '2027-02-01T00:00:00Z');
  for (const start of all) await stage.visitor.book(start);
  const { widget } = await stage.open();
  for (const month of ['November 2026', 'December 2026', 'January 2027']) {
    await widget.getByText(`No times available in ${month}.`, { exact: true }).waitFor();
    const next = widget.getByRole('button', { name: 'Next month' });
    if (await next.isEnabled()) await next.click();
  }
  expect(await widget.locator('#days button[aria-disabled="false"]').count()).toBe(0);
});

test('a fully booked month says so and names the next open day', async () => {
  const rest = await stage.visitor.openTimes('2026-11-20T00:00:00Z', '2026-12-01T05:00:00Z');
  for (const start of rest) await stage.visitor.book(start);
  const { widget } = await stage.open({
    prefill: { name: 'Ada' },
    url: `${stage.emulator.eventTypeUrl}?date=2026-11-25`,
  });
  await widget.getByText('December 2026').waitFor();
  await widget.getByRole('button', { name: 'Previous month' }).click();
  await widget
    .getByText('No times available in November 2026. The next open day is Tuesday, December 1.')
    .waitFor();
  expect(await widget.locator('#days button[aria-disabled="false"]').count()).toBe(0);
});
