// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { submitDetails } from './widget-browser.ts';
import { MONDAY, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

test('a visitor can book with the keyboard only', async () => {
  const { page, widget } = await stage.open();
  const today = widget.getByRole('button', { name: 'Friday, November 20' });
  await today.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await widget.getByRole('heading', { name: MONDAY }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await widget.getByRole('heading', { name: 'Enter Details' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada Okafor');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await stage.api.starts()).toEqual(['2026-11-23T14:00:00.000Z']);
});

test.each(['light', 'dark'] as const)(
  'every step passes the accessibility rules in the %s color scheme',
  async (colorScheme) => {
    const { page, widget } = await stage.open({}, { colorScheme });
    const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    if (!frame) throw new Error('The page has no widget.');
    const violations = () => accessibilityViolations(frame);
    await widget.getByRole('button', { name: MONDAY }).click();
    await widget.getByRole('button', { name: '10:00 AM', exact: true }).click();
    expect(await violations()).toEqual([]);
    await widget.getByRole('button', { name: 'Next', exact: true }).click();
    await widget.getByRole('button', { name: 'Schedule event' }).click();
    await widget.getByText('Please enter your name.').waitFor();
    expect(await violations()).toEqual([]);
    await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
    await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
    expect(await violations()).toEqual([]);
    await widget.getByRole('link', { name: 'Cancel' }).click();
    await widget.getByRole('heading', { name: 'Cancel event' }).waitFor();
    expect(await violations()).toEqual([]);
  },
  // The rules run four times over a list of all time zones.
  60_000,
);

test('no step overflows a narrow phone', async () => {
  const { widget } = await stage.open({}, { viewport: { width: 320, height: 640 } });
  await widget.getByRole('button', { name: MONDAY }).click();
  await widget.getByRole('button', { name: '10:00 AM', exact: true }).click();
  const overflow = () => widget.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
  expect(await overflow()).toBe(0);
  await widget.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await overflow()).toBe(0);
  await submitDetails(widget, 'Ada Okafor', `${'a'.repeat(60)}@example.com`);
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await overflow()).toBe(0);
});
