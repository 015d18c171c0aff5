// @module-tag chromium
import type { SchedulingEmulator } from '@outharbor/scheduling-emulator';
import { expect, test } from 'vitest';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

test('the widget loads one page, one style sheet, one script and one list of times', async () => {
  const { page, widget } = await stage.open();
  await widget.getByRole('grid').waitFor();
  const asked = await widget
    .locator('html')
    .evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  expect(asked.toSorted()).toEqual([
    '/emulated/scheduling/api/available-times',
    expect.stringMatching(/^\/emulated\/scheduling\/assets\/styles-[\w-]+\.css$/),
    expect.stringMatching(/^\/emulated\/scheduling\/assets\/widget-[\w-]+\.js$/),
  ]);
  await page.close();
});

async function linked(emulator: SchedulingEmulator, pattern: RegExp): Promise<Response> {
  const html = await (await fetch(emulator.eventTypeUrl)).text();
  const [, path = ''] = pattern.exec(html) ?? [];
  return fetch(new URL(path, emulator.url));
}

test.each([
  ['script', /<script type="module" src="([^"]+)"/, 'text/javascript'],
  ['style sheet', /<link rel="stylesheet" href="([^"]+)"/, 'text/css'],
])('the %s is compressed and cached for a year', async (_what, pattern, type) => {
  const { headers } = await linked(stage.emulator, pattern);
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('vary')).toBe('accept-encoding');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('pages are sent uncompressed on request and are not cached', async () => {
  const { headers } = await fetch(stage.emulator.eventTypeUrl, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
});
