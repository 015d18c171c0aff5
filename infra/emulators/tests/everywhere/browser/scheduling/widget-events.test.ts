// @module-tag chromium
import { beforeEach, expect, test } from 'vitest';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { pickTime, submitDetails } from './widget-browser.ts';
import { eventNames, MONDAY, MONDAY_AT_TEN, recordedEvents, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

test('react-calendly receives every event once, in order, from the widget’s origin', async () => {
  const { page, widget, problems } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  await expect
    .poll(() => eventNames(page))
    .toEqual(['event type viewed', 'date and time selected', 'event scheduled']);
  const events = await recordedEvents(page);
  expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set([stage.emulator.url]));
  const [scheduled] = await stage.api.events();
  const [invitee] = await stage.api.invitees(scheduled?.uri ?? '');
  expect(events.find(({ name }) => name === 'event scheduled')?.payload).toEqual({
    event: { uri: scheduled?.uri },
    invitee: { uri: invitee?.uri },
  });
  expect(await stage.api.starts()).toEqual([MONDAY_AT_TEN]);
  expect(problems).toEqual([]);
});

test('announces the steps of moving a booking, but no second booking', async () => {
  const { page, widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('link', { name: 'Reschedule' }).click();
  await widget.getByText('Former time').waitFor();
  await pickTime(widget, 'Tuesday, November 24', '11:00 AM');
  await widget.getByRole('button', { name: 'Reschedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  const steps = ['event type viewed', 'date and time selected'];
  await expect.poll(() => eventNames(page)).toEqual([...steps, 'event scheduled', ...steps]);
});

test('reports heights as strings in pixels, and never the same height twice in a row', async () => {
  const { page, widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await widget.getByRole('heading', { name: 'Enter Details' }).waitFor();
  const heights = (await recordedEvents(page))
    .filter(({ name }) => name === 'page height')
    .map(({ payload }) => payload.height);
  expect(heights.length).toBeGreaterThan(0);
  for (const height of heights) expect(height).toMatch(/^\d+px$/);
  expect(heights.some((height, index) => height === heights[index - 1])).toBe(false);
});

test('the profile page reports its view, and its link keeps the frame’s query', async () => {
  const profile = stage.emulator.eventTypeUrl.replace(/\/[^/]+$/, '');
  const { page, widget } = await stage.open({ url: profile });
  await widget.getByRole('link', { name: 'Intro Call' }).click();
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  await expect.poll(() => eventNames(page)).toEqual(['profile viewed', 'event type viewed']);
});

test('sends no messages without embed_domain', async () => {
  const url = `${stage.emulator.eventTypeUrl}?embed_type=Inline`;
  const { page, widget } = await stage.open({ url, plainFrame: true });
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await recordedEvents(page)).toEqual([]);
});

test('works behind a front door on the site’s own origin', async () => {
  stage.emulator.configure({ publicUrl: stage.embedding.url });
  expect(stage.emulator.eventTypeUrl).toBe(`${stage.embedding.url}/emulated/scheduling/example/intro-call`);
  const { page, widget, problems } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByRole('button', { name: 'Yes, cancel event' }).click();
  await widget.getByText('This event has been canceled.').waitFor();
  const origins = (await recordedEvents(page)).map(({ origin }) => origin);
  expect(new Set(origins)).toEqual(new Set([stage.embedding.url]));
  expect(problems).toEqual([]);
});
