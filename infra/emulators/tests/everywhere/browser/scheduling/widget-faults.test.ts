// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { pickTime, submitDetails } from './widget-browser.ts';
import { eventNames, MONDAY, recordedEvents, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

test('submitting again after a lost confirmation does not book twice', async () => {
  const { page, widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await page.route(
    '**/api/bookings',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByText('please submit again').waitFor();
  expect(await stage.api.events()).toHaveLength(1);
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await stage.api.events()).toHaveLength(1);
});

test('shows an error and sends no event if the times cannot be loaded, until a retry succeeds', async () => {
  await stage.control.addFault({ target: 'times', mode: 'fail', count: 1 });
  const { page, widget } = await stage.open();
  await widget.getByRole('alert').getByText('could not be loaded').waitFor();
  expect(await eventNames(page)).toEqual([]);
  await widget.getByRole('button', { name: 'Try again' }).click();
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  await expect.poll(() => eventNames(page)).toEqual(['event type viewed']);
});

test.each(['fail', 'hang', 'drop'] as const)('a page with the fault %s sends no message', async (mode) => {
  await stage.control.addFault({ target: 'page', mode, count: null });
  const { page } = await stage.open();
  // Chromium may retry if a connection closes without a response.
  await expect.poll(async () => (await stage.control.state()).faults[0]?.struck).toBeGreaterThan(0);
  expect(await recordedEvents(page)).toEqual([]);
});
