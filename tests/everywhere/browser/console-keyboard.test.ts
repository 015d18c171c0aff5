import { FIRST } from '@outharbor/contract/testing/plans';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TimelineEntry } from '../../../infra/emulators/console/src/rows.ts';
import { browserFixture } from '../../../infra/emulators/tests/support/browser.ts';
import { consoleFixture } from '../../support/browser/console-fixture.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const target = embeddedTarget({ consolePort: 0 });
const browser = browserFixture();
const running = consoleFixture(target);
const person = { ...newPerson(), name: 'Kim Keyboard' };
let page: Page;

beforeAll(async () => {
  const visitor = await registerVisitor(target().stack.url, person);
  const { id } = await visitor.checkOut(FIRST.price);
  await target().stack.stripe.pay(id, { card: 'visa' });
  await target().stack.settle();
  await visitor.leave();
});

beforeEach(async () => {
  const visitor = await browser.arrive(running().url);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await visitor.openTab();
  await page.goto(running().url);
  await heading('Overview');
});
afterEach(async () => {
  await target().stack.stripe.clearFaults();
});

const keys = async (...names: readonly string[]) => {
  for (const name of names) await page.keyboard.press(name);
};
const type = (text: string) => page.keyboard.type(text);
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const section = (name: string) => page.getByRole('region', { name, exact: true });
const outcome = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Goes on with Tab, as somebody without a mouse does. */
async function tabTo(goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let pressed = 0; pressed < 400; pressed += 1) {
    if (await goal.evaluate((node) => node === node.ownerDocument.activeElement)) return;
    await keys('Tab');
  }
  throw new Error(`Tab does not reach ${goal}`);
}

async function press(goal: Locator): Promise<void> {
  await tabTo(goal);
  await keys('Enter');
}

const pressButton = (name: string) => press(page.getByRole('button', { name, exact: true }));
const openFirst = (name: string | RegExp) => press(page.getByRole('link', { name }).first());

async function find(text: string): Promise<void> {
  await keys('/');
  await page.getByRole('combobox', { name: 'Email, name or id' }).waitFor();
  await type(text);
  await page.getByRole('option').filter({ hasText: text }).first().waitFor();
  await keys('Enter');
}

async function findPerson(): Promise<void> {
  await find(person.email);
  await heading(person.name);
  await section('Timeline').waitFor();
}

test('finds a person, and goes from the timeline to the event', async () => {
  await findPerson();
  await openFirst(/^Event: checkout\.session\.completed/);
  await heading('checkout.session.completed');
});

test('reads why a webhook failed or not, and sends it again', async () => {
  await keys('g', 'w');
  await heading('Webhooks');
  await openFirst('checkout.session.completed');
  await section('Attempts').getByText('Body of the answer').first().waitFor();
  await tabTo(section('Send it again').getByLabel('Times'));
  await type('2');
  await keys('Enter');
  await outcome('redelivered');
});

test('reads what an event changed', async () => {
  await keys('g', 'e');
  await heading('Events');
  await tabTo(page.getByRole('searchbox', { name: 'Search events' }));
  await type('customer.updated');
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(4);
  await openFirst('customer.updated');
  await section('What changed').getByRole('cell').first().waitFor();
});

test("shows the requests to the product's server with their ids, and what caused an event", async () => {
  const { url } = target().stack.console ?? {};
  const read = async (path: string) => (await fetch(`${url}/console/${path}`)).json();
  const { found } = (await read(`search?q=${person.email}`)) as { found: { id: string }[] };
  const { timeline } = (await read(`people/${found[0]?.id}`)) as { timeline: TimelineEntry[] };
  const asked = timeline.filter(({ service }) => service === 'api');
  expect(asked.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^POST \/api\/\S+, answered 20\d, [0-9a-f]{32}$/),
  );
  expect(await read(`requests/${asked[0]?.of}`)).toMatchObject({
    service: 'api',
    requestHeaders: { authorization: 'Bearer [redacted]' },
  });
  const events = (await read('lists/events?q=customer.created')) as { rows: { id: string }[] };
  const { event } = (await read(`events/${events.rows[0]?.id}`)) as { event: { request: { id: string } } };
  expect(await read(`lists/requests?q=${event.request.id}`)).toMatchObject({
    total: 1,
    rows: [{ service: 'stripe', method: 'POST', url: '/v1/customers' }],
  });
});

test('copies an id', async () => {
  await findPerson();
  await pressButton(`Copy ${person.email}`);
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(person.email);
});

test('lets the next payment need authentication, and comes to the renewal', async () => {
  await findPerson();
  await pressButton('The next payment needs authentication');
  await outcome('will need authentication');
  await pressButton('Three days before the renewal');
  await outcome('It is three days before');
});

test('takes Stripe down for checkout, and ends it', async () => {
  await keys('g', 's');
  await heading('Scenarios');
  await pressButton('Stripe is down for checkout');
  await section('Running scenarios').waitFor();
  await pressButton('End all');
  await outcome('Everything works as usual.');
});

test('disables an account, sends a mail and reads it', async () => {
  await findPerson();
  await pressButton('Disable or enable the account');
  await outcome('is disabled');
  await pressButton('Disable or enable the account');
  await outcome('is enabled');
  await pressButton('Send a password reset');
  await outcome('was mailed');
  await keys('g', 'm');
  await heading('Mails');
  await openFirst('Password reset');
  await page.getByRole('article', { name: 'Password reset' }).waitFor();
});

test('changes a value of the database', async () => {
  await keys('g', 'd');
  await heading('Database');
  await tabTo(page.getByRole('textbox', { name: 'Path' }));
  await keys('Control+a');
  await type('notes/one');
  await keys('Tab', 'Control+a');
  await type('"by keyboard"');
  await pressButton('Write');
  await outcome('/notes/one was written.');
});

test('reads what the product asked, and what was answered', async () => {
  await keys('g', 'r');
  await heading('Requests');
  await openFirst('POST /v1/checkout/sessions');
  await section('What was answered').getByText('"checkout.session"').first().waitFor();
});

test('saves the state to a file, and chooses one to load', async () => {
  await keys('g', 't');
  await heading('State and clock');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('link', { name: 'Save to a file' })),
  ]);
  expect(download.suggestedFilename()).toContain('emulators-');
  const field = page.getByLabel('Load from a file, in place of what is here');
  await tabTo(field);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys('Enter')]);
  await chooser.setFiles(await download.path());
  await outcome('The file was loaded');
});

test('moves the clock, and reaches the people to add', async () => {
  await keys('g', 't');
  await pressButton('+1 day');
  await outcome('advanced by 1 day');
  await tabTo(page.getByRole('button', { name: 'Add ten people' }));
});
