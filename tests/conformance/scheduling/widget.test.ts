import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator/scheduling-emulator';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts';
import { Visitor } from './visitor.ts';
import { launchBrowser, openPage, pickTime, submitDetails, type WidgetPage } from './widget-browser.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MONDAY = 'Monday, November 23';
const TEN = '2026-11-23T15:00:00.000Z';

let emulator: SchedulingEmulator;
let control: SchedulingControlClient;
let api: ApiClient;
let visitor: Visitor;
let embedding: EmbeddingServer;
let browser: Browser;

beforeAll(async () => {
  emulator = await startSchedulingEmulator({ now: () => NOW });
  control = new SchedulingControlClient(emulator.controlUrl);
  api = new ApiClient(emulator.url, DEFAULT_API_TOKEN);
  visitor = new Visitor(emulator.url);
  embedding = await startEmbeddingServer(emulator.url, '/emulated/scheduling');
  browser = await launchBrowser();
});
beforeEach(async () => {
  emulator.configure({ publicUrl: emulator.url });
  await emulator.reset();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser?.close();
  await embedding?.close();
  await emulator?.close();
});

/** The page with the library in it; the widget comes from another origin, as the real one does. */
function openEmbedded(props: object = {}, options: BrowserContextOptions = {}): Promise<WidgetPage> {
  return openPage(browser, embedding.pageFor({ url: emulator.eventTypeUrl, ...props }), options);
}

/** The names of the events, heights left out: those come whenever the content has changed. */
async function eventNames(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    (globalThis as unknown as Recording).received.map(({ name }) => name),
  );
  return names.filter((name) => name !== 'page height');
}

interface Recording {
  readonly received: readonly { name: string; origin: string; payload: Record<string, unknown> }[];
}

const recorded = (page: Page) => page.evaluate(() => (globalThis as unknown as Recording).received);

test('react-calendly hears every event once, in order, from the widget’s origin', async () => {
  const { page, widget, problems } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  await expect
    .poll(() => eventNames(page))
    .toEqual(['event type viewed', 'date and time selected', 'event scheduled']);
  const events = await recorded(page);
  expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set([emulator.url]));
  const [scheduled] = await api.events();
  const [invitee] = await api.invitees(scheduled?.uri ?? '');
  expect(events.find(({ name }) => name === 'event scheduled')?.payload).toEqual({
    event: { uri: scheduled?.uri },
    invitee: { uri: invitee?.uri },
  });
  expect(scheduled?.start_time).toBe(TEN);
  expect(problems).toEqual([]);
});

test('the height is a string in pixels, and none is told twice in a row', async () => {
  const { page, widget } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await widget.getByRole('heading', { name: 'Enter Details' }).waitFor();
  const heights = (await recorded(page))
    .filter(({ name }) => name === 'page height')
    .map(({ payload }) => payload.height);
  expect(heights.length).toBeGreaterThan(0);
  for (const height of heights) expect(height).toMatch(/^\d+px$/);
  expect(heights.some((height, index) => height === heights[index - 1])).toBe(false);
});

test('the profile page says that it was viewed and leads on with the frame’s query', async () => {
  const profile = emulator.eventTypeUrl.replace(/\/[^/]+$/, '');
  const { page, widget } = await openEmbedded({ url: profile });
  await widget.getByRole('link', { name: 'Discovery Session' }).click();
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  await expect.poll(() => eventNames(page)).toEqual(['profile viewed', 'event type viewed']);
});

test('without embed_domain the frame tells nobody anything', async () => {
  const url = `${emulator.eventTypeUrl}?embed_type=Inline`;
  const { page, widget } = await openPage(browser, embedding.pageFor({ url, plainFrame: true }));
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await recorded(page)).toEqual([]);
});

test('prefill, tracking and answers are kept with the booking', async () => {
  const { page, widget } = await openEmbedded({
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
  const [event] = await api.events();
  expect(event).toMatchObject({
    location: { location: 'Room 5' },
    event_guests: [{ email: 'guest@example.com' }],
  });
  const [invitee] = await api.invitees(event?.uri ?? '');
  expect(invitee).toMatchObject({
    name: 'Ada Okafor',
    timezone: 'America/New_York',
    tracking: { utm_source: 'news letter', utm_campaign: 'autumn', utm_term: null, salesforce_uuid: 's-1' },
    questions_and_answers: [{ answer: 'More "meetings" & leads' }],
  });
});

test('page settings and a prefilled date show', async () => {
  const { widget } = await openEmbedded({
    pageSettings: { hideEventTypeDetails: true, hideGdprBanner: true, backgroundColor: '#101010' },
    prefill: { name: '<b>Ada</b>' },
    url: `${emulator.eventTypeUrl}?date=2026-12-01`,
  });
  await widget.getByRole('heading', { name: 'Tuesday, December 1' }).waitFor();
  expect(await widget.getByText('30 min').count()).toBe(0);
  expect(await widget.getByText('sets no cookies').count()).toBe(0);
  const background = await widget
    .locator('html')
    .evaluate('(root) => getComputedStyle(root).backgroundColor');
  expect(background).toBe('rgb(16, 16, 16)');
  expect(await widget.getByLabel('Name').inputValue()).toBe('<b>Ada</b>');
});

test('times are in the visitor’s zone, and in another one when chosen', async () => {
  const { widget } = await openEmbedded({}, { timezoneId: 'Asia/Kolkata' });
  expect(await widget.getByLabel('Time zone').inputValue()).toMatch(/Asia\/(Kolkata|Calcutta)/);
  await widget.getByRole('button', { name: MONDAY }).click();
  await widget.getByRole('button', { name: '7:30 PM', exact: true }).waitFor();
  await widget.getByLabel('Time zone').selectOption('Europe/Berlin');
  await widget.getByRole('button', { name: MONDAY }).click();
  const times = await widget.getByRole('button', { name: /[AP]M$/ }).allTextContents();
  expect([times[0], times.at(-1), times.length]).toEqual(['3:00 PM', '10:30 PM', 16]);
});

test('days without open times cannot be chosen, the month has its bounds', async () => {
  const { widget } = await openEmbedded();
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

test('the form names what is missing and puts the focus there', async () => {
  const { widget } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, '', 'nobody');
  await widget.getByText('Please enter your name.').waitFor();
  await widget.getByText('Please enter a valid email.').waitFor();
  const name = widget.getByLabel('Name');
  expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await api.events()).toEqual([]);
});

test('who comes too late is told so and books another time', async () => {
  const { page, widget } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await visitor.book(TEN);
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
  expect(await api.events()).toHaveLength(2);
});

test('two visitors submit the same slot at once: one is confirmed, the other picks anew', async () => {
  const both = await Promise.all([openEmbedded(), openEmbedded()]);
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
  expect(await api.events()).toHaveLength(1);
});

test('a booking whose confirmation got lost is made once when submitted again', async () => {
  const { page, widget } = await openEmbedded();
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
  await widget.getByText('please submit once more').waitFor();
  expect(await api.events()).toHaveLength(1);
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect(await api.events()).toHaveLength(1);
});

test('the whole way by keyboard', async () => {
  const { page, widget } = await openEmbedded();
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
  expect((await api.events())[0]?.start_time).toBe('2026-11-23T14:00:00.000Z');
});

test('a calendar file, another time and a cancellation from the confirmation', async () => {
  const { page, widget } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    widget.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('discovery-session.ics');
  expect(await readFile(await download.path(), 'utf8')).toContain('DTSTART:20261123T150000Z');

  await widget.getByRole('link', { name: 'Reschedule' }).click();
  await widget.getByText('Former time').waitFor();
  await pickTime(widget, 'Tuesday, November 24', '11:00 AM');
  expect(await widget.getByLabel('Name').inputValue()).toBe('Ada Okafor');
  await widget.getByRole('button', { name: 'Schedule event' }).click();
  await widget.getByRole('heading', { name: 'You are scheduled' }).waitFor();
  expect((await api.events({ status: 'active' })).map((event) => event.start_time)).toEqual([
    '2026-11-24T16:00:00.000Z',
  ]);

  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByLabel('Reason').fill('On holiday');
  await widget.getByRole('button', { name: 'Yes, cancel event' }).click();
  await widget.getByText('This event has been canceled.').waitFor();
  expect(await api.events({ status: 'active' })).toEqual([]);
  const canceled = await api.events({ status: 'canceled', sort: 'start_time:desc' });
  expect(canceled[0]).toMatchObject({ cancellation: { reason: 'On holiday', canceler_type: 'invitee' } });
});

test('works when a front door forwards it on the site’s own origin', async () => {
  emulator.configure({ publicUrl: embedding.url });
  expect(emulator.eventTypeUrl).toBe(`${embedding.url}/emulated/scheduling/outharbor/discovery-session`);
  const { page, widget, problems } = await openEmbedded();
  await pickTime(widget, MONDAY, '10:00 AM');
  await submitDetails(widget, 'Ada Okafor', 'ada@example.com');
  await widget.getByRole('link', { name: 'Cancel' }).click();
  await widget.getByRole('button', { name: 'Yes, cancel event' }).click();
  await widget.getByText('This event has been canceled.').waitFor();
  const origins = (await recorded(page)).map(({ origin }) => origin);
  expect(new Set(origins)).toEqual(new Set([embedding.url]));
  expect(problems).toEqual([]);
});

test('no times: the widget says so, is not “ready”, and tries again', async () => {
  await control.addFault({ target: 'times', mode: 'fail', count: 1 });
  const { page, widget } = await openEmbedded();
  await widget.getByRole('alert').getByText('could not be loaded').waitFor();
  expect(await eventNames(page)).toEqual([]);
  await widget.getByRole('button', { name: 'Try again' }).click();
  await widget.getByRole('button', { name: MONDAY }).waitFor();
  await expect.poll(() => eventNames(page)).toEqual(['event type viewed']);
});

test.each(['fail', 'hang', 'drop'] as const)('a page that shall %s sends no message', async (mode) => {
  await control.addFault({ target: 'page', mode, count: null });
  const { page } = await openEmbedded();
  await expect.poll(async () => (await control.state()).faults[0]?.struck).toBe(1);
  expect(await recorded(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'every step passes the accessibility rules, %s',
  async (colorScheme) => {
    const { page, widget } = await openEmbedded({}, { colorScheme });
    const violations = async () => {
      const { violations: found } = await new AxeBuilder({ page }).include('iframe').analyze();
      return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    };
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
);

test('nothing is wider than a narrow phone', async () => {
  const { widget } = await openEmbedded({}, { viewport: { width: 320, height: 640 } });
  await widget.getByRole('button', { name: MONDAY }).click();
  await widget.getByRole('button', { name: '10:00 AM', exact: true }).click();
  const overflow = () => widget.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
  expect(await overflow()).toBe(0);
  await widget.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await overflow()).toBe(0);
});
