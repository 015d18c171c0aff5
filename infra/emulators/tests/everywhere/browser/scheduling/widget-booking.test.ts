// @module-tag chromium
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { pickTime, submitDetails } from './widget-browser.ts';
import { eventNames, MONDAY, MONDAY_AT_TEN, WidgetStage } from './widget-stage.ts';

const stage = suiteFixture(() => WidgetStage.start());

beforeEach(() => stage.clear());

test('stores prefill, tracking and answers with the booking', async () => {
  const { page, widget } = await stage.open({
    prefill: {
      name: 'Ada Okafor',
      email: 'ada@example.com',
      guests: ['guest@example.com'],
      location: 'Room 5',
      customAnswers: { a1: 'More "meetings" & leads' },
    },
    utm: { utmSource: 'news letter', utmCampaign: 'autumn', salesforce_uuid: 's-1' },
  });
  await pickTime(widget, MONDAY, '10:00 AM');
  expect(await widget.getByLabel('Name').inputValue()).toBe('Ada Okafor');
  expect(await widget.getByLabel('Guests').inputValue()).toBe('guest@example.com');
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  await expect.poll(() => eventNames(page)).toHaveLength(3);
  const [event] = await stage.api.events();
  expect(event).toMatchObject({
    location: { location: 'Room 5' },
    event_guests: [{ email: 'guest@example.com' }],
  });
  const [invitee] = await stage.api.invitees(event?.uri ?? '');
  expect(invitee).toMatchObject({
    name: 'Ada Okafor',
    timezone: 'America/New_York',
    tracking: { utm_source: 'news letter', utm_campaign: 'autumn', utm_term: null, salesforce_uuid: 's-1' },
    questions_and_answers: [{ answer: 'More "meetings" & leads' }],
  });
});

test('the address of an open time begins with its form, and that of another with the days', async () => {
  const at = (time: string) => stage.open({ url: `${stage.emulator.eventTypeUrl}/${time}?month=2026-11` });
  const { page, widget } = await at('2026-11-23T15:00:00Z');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await stage.api.starts()).toEqual([MONDAY_AT_TEN]);
  expect(await eventNames(page)).toEqual(['event type viewed', 'date and time selected', 'event scheduled']);
  const { widget: taken } = await at('2026-11-23T15:00:00Z');
  await pickTime(taken, MONDAY, '10:30 AM');
});

test('the form names invalid fields and focuses the first', async () => {
  const { widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, '', 'nobody');
  await widget.getByText('Please enter your name.').waitFor();
  await widget.getByText('Please enter a valid email.').waitFor();
  const name = widget.getByLabel('Name');
  expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await stage.api.events()).toEqual([]);
});

test('a visitor whose slot was just taken is told so and books another time', async () => {
  const { page, widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await stage.visitor.book(MONDAY_AT_TEN);
  await submitDetails(widget, 'Ada Okafor', 'late@example.com');
  await widget.getByRole('alert').getByText('just taken').waitFor();
  await widget.getByRole('button', { name: '10:30 AM', exact: true }).waitFor();
  expect(await widget.getByRole('button', { name: '10:00 AM', exact: true }).count()).toBe(0);
  await pickTime(widget, MONDAY, '10:30 AM');
  expect(await widget.getByLabel('Email').inputValue()).toBe('late@example.com');
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  await expect
    .poll(() => eventNames(page))
    .toEqual(['event type viewed', 'date and time selected', 'date and time selected', 'event scheduled']);
  expect(await stage.api.events()).toHaveLength(2);
});

test('confirms one of two visitors who submit the same slot at once', async () => {
  const both = await Promise.all([stage.open(), stage.open()]);
  for (const { widget } of both) await pickTime(widget, MONDAY, '10:00 AM');
  await Promise.all(
    both.map(({ widget }, index) => submitDetails(widget, 'Ada Okafor', `visitor${index}@example.com`)),
  );
  const outcomes = await Promise.all(
    both.map(async ({ widget }) => {
      const scheduled = widget.getByRole('heading', { name: 'You are scheduled' });
      await scheduled.or(widget.getByText('just taken')).waitFor();
      return scheduled.isVisible();
    }),
  );
  expect(outcomes.toSorted()).toEqual([false, true]);
  expect(await stage.api.events()).toHaveLength(1);
});

test('the confirmation offers a calendar file, rescheduling and cancellation', async () => {
  const { page, widget } = await stage.open({ pageSettings: { hideGdprBanner: true } });
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    widget.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('intro-call.ics');
  expect(await readFile(await download.path(), 'utf8')).toContain('DTSTART:20261123T150000Z');

  await widget.getByRole('link', { name: 'Reschedule' }).click();
  await widget.getByText('Former time').waitFor();
  expect(await widget.getByRole('button', { name: 'Understood' }).count()).toBe(0);
  await pickTime(widget, 'Tuesday, November 24', '11:00 AM');
  expect(await widget.getByLabel('Name').inputValue()).toBe('Ada Okafor');
  expect(await widget.getByRole('button', { name: 'Schedule event', exact: true }).count()).toBe(0);
  await widget.getByRole('button', { name: 'Reschedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await stage.api.starts({ status: 'active' })).toEqual(['2026-11-24T16:00:00.000Z']);

  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByRole('link', { name: 'No, keep event' }).click();
  await widget.getByRole('heading', { name: 'Event scheduled' }).waitFor();
  expect(await stage.api.events({ status: 'active' })).toHaveLength(1);
  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByLabel('Reason').fill('On holiday');
  await widget.getByRole('button', { name: 'Yes, cancel event' }).click();
  await widget.getByText('This event has been canceled.').waitFor();
  expect(await stage.api.events({ status: 'active' })).toEqual([]);
  const canceled = await stage.api.events({ status: 'canceled', sort: 'start_time:desc' });
  expect(canceled[0]).toMatchObject({ cancellation: { reason: 'On holiday', canceler_type: 'invitee' } });
});

test('the booking pages keep the requested colours', async () => {
  const { widget } = await stage.open({ pageSettings: { backgroundColor: '122437', textColor: 'edf1f3' } });
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  const background = () =>
    widget.locator('html').evaluate((page) => {
      const view = page.ownerDocument.defaultView;
      return view?.getComputedStyle(page).backgroundColor;
    });
  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByRole('heading', { name: 'Cancel event' }).waitFor();
  expect(await background()).toBe('rgb(18, 36, 55)');
  await widget.getByRole('link', { name: 'No, keep event' }).click();
  await widget.getByRole('heading', { name: 'Event scheduled' }).waitFor();
  expect(await background()).toBe('rgb(18, 36, 55)');
  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByRole('button', { name: 'Yes, cancel event' }).click();
  await widget.getByRole('heading', { name: 'Event canceled' }).waitFor();
  expect(await background()).toBe('rgb(18, 36, 55)');
  await widget.getByRole('link', { name: 'Schedule another event' }).click();
  await widget.getByRole('grid').waitFor();
  expect(await background()).toBe('rgb(18, 36, 55)');
});

test('the old links of a rescheduled booking show its current state', async () => {
  const { page, widget } = await stage.open();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  const links = await Promise.all(
    ['Cancel', 'Reschedule'].map((name) => widget.getByRole('link', { name }).getAttribute('href')),
  );
  await widget.getByRole('link', { name: 'Reschedule' }).click();
  await pickTime(widget, 'Tuesday, November 24', '11:00 AM');
  await widget.getByRole('button', { name: 'Reschedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  for (const link of links) {
    await page.goto(link ?? '');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Event rescheduled');
    await page.getByText('Tuesday, November 24, 2026 at 11:00 AM').waitFor();
    expect(await page.getByText(/cancell?ed/).count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes, cancel event' }).click();
  await page.goto(links[0] ?? '');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Event canceled');
});

test('on a phone the times replace the days, and the visitor can go back to the days', async () => {
  const { widget } = await stage.open({}, { viewport: { width: 390, height: 844 } });
  await widget.getByRole('button', { name: MONDAY }).click();
  const times = widget.getByRole('list', { name: /Monday/ }).getByRole('button');
  await times.first().waitFor();
  expect(await widget.getByRole('grid').count()).toBe(0);
  await widget.getByRole('button', { name: 'Choose another day' }).click();
  await widget.getByRole('button', { name: 'Tuesday, November 24' }).click();
  await widget.getByRole('list', { name: /Tuesday/ }).waitFor();
});
