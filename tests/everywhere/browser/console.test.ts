import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { mailTexts } from '@outharbor/embedded/product/demo-accounts';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { PLACES } from '../../../infra/emulators/console/src/page/frame/places.ts';
import { accessibilityViolations } from '../../../infra/emulators/tests/support/accessibility.ts';
import {
  browserFixture,
  DESKTOP,
  PHONE,
  type Viewport,
} from '../../../infra/emulators/tests/support/browser.ts';
import { consoleFixture } from '../../support/browser/console-fixture.ts';
import {
  button,
  heading,
  importUsers,
  layoutShift,
  mailReset,
  section,
  subscribe,
} from '../../support/browser/tester-tasks.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { newMember } from '../../support/members.ts';
import { newPerson } from '../../support/people.ts';
import { registerVisitor } from '../../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = browserFixture();
const running = consoleFixture(target);

beforeEach(() => target().stack.reset());

async function openConsole(
  path = '/',
  {
    viewport = DESKTOP,
    colorScheme = 'light',
    errors = [],
  }: { viewport?: Viewport; colorScheme?: 'light' | 'dark'; errors?: readonly RegExp[] } = {},
): Promise<Page> {
  const visitor = await browser.arrive(running().url, viewport, { colorScheme });
  visitor.expectErrors(...errors);
  const page = await visitor.openTab();
  await page.goto(`${running().url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const outcome = (page: Page, text: string, timeout = 15_000) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout });
const press = (page: Page, name: string) => button(page, name).click();
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
/** An act on a person, from the menu of what it acts on. */
const act = async (page: Page, object: string, name: string) => {
  const menu = button(page, `${object}…`);
  if (!(await page.locator(`[popover][aria-label="${object}"]`).isVisible())) await menu.click();
  await press(page, name);
};
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function openPerson(page: Page, email: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Email, name or id' }).fill(email);
  // Whatever the clock, nobody came some days from now.
  const person = page.getByRole('option').filter({ hasText: /^people(?!.*in \d)/ });
  await person.first().waitFor();
  await page.keyboard.press('Enter');
  await section(page, 'Timeline').waitFor();
}

test('shows the shortcuts, and Enter waits for the answer to what is typed and opens its first result', async () => {
  await importUsers(target().stack, [
    { localId: 'uid-sam', email: 'sam@example.com' },
    { localId: 'uid-samira', email: 'samira@example.com' },
  ]);
  const page = await openConsole();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).press('Escape');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Email, name or id' });
  await field.fill('sam');
  await page.getByRole('option').filter({ hasText: 'samira@' }).waitFor();
  for (const email of ['sam@example.com', 'samira@example.com']) {
    const answers = Promise.withResolvers<void>();
    await page.route('**/console/search?*', (route) => answers.promise.then(() => route.continue()));
    await field.fill(email);
    await page.keyboard.press('Enter');
    answers.resolve();
    await heading(page, email);
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('/');
  }
});

test('says of each action how far it is and what became of it, until it is dismissed', async () => {
  const page = await openConsole('/state');
  const held = Promise.withResolvers<void>();
  await page.route('**/actions/advance', (route) => held.promise.then(() => route.continue()));
  await press(page, '+1 month');
  await outcome(page, 'Advance…');
  await press(page, 'Let events expire after 30 days');
  held.resolve();
  await outcome(page, 'advanced by 1 month.');
  await outcome(page, 'Events expire');
  await button(page, 'Dismiss').first().press('Enter');
  await outcome(page, 'Events expire');
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
});

test('leads from an event to every object that it names, without their secrets', async () => {
  await subscribe(target().stack);
  const page = await openConsole('/events?q=payment_intent.succeeded');
  await row(page, 'payment_intent.succeeded').getByRole('link', { name: 'pi_' }).click();
  await heading(page, 'Payment intent');
  const object = section(page, 'Object');
  await object.getByText('client_secret: "[redacted]"').waitFor();
  await section(page, 'Events about it').getByRole('link', { name: 'payment_intent.created' }).waitFor();
  await object.getByRole('link', { name: 'pm_' }).click();
  await heading(page, 'Payment method');
  await object.getByRole('link', { name: 'cus_' }).click();
  await page.locator('summary', { hasText: 'Paid' }).waitFor();
  const created = page.getByRole('link', { name: 'Event: customer.created' });
  await created.click();
  await page.getByRole('link', { name: 'In the story' }).click();
  await page.locator('[aria-current="location"]').and(page.locator(':has(a:focus)')).waitFor();
  await created.and(page.locator(':focus')).press('Enter');
  await page.getByText('Caused by the request').getByRole('link').click();
  await row(page, 'POST /v1/customers').waitFor();
});

test('searches, filters and pages on the server, with the state in the address', async () => {
  const { stack } = target();
  const users = Array.from({ length: 120 }, (_, index) => ({
    localId: `uid-${index}`,
    email: `person-${index}@example.com`,
    createdAt: String(Date.UTC(2026, 0, 1) + index * 1000),
    disabled: index % 40 === 0,
  }));
  await importUsers(stack, users);
  const page = await openConsole('/people');
  await page.getByText('120 rows').waitFor();
  await press(page, 'Older');
  await page.getByText('Page 2 of 3').waitFor();
  await row(page, 'person-69@example.com').waitFor();
  await page.goto(`${running().url}/people`);
  await page.getByLabel('Filter').selectOption('disabled');
  await page.getByText('3 rows').waitFor();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('person-80@');
  await page.getByText('1 row', { exact: true }).waitFor();
  expect(page.url()).toContain('filter=disabled');
});

test('shows arrivals when asked, without moving what one reads', async () => {
  const first = newPerson();
  await newMember(target(), first);
  const page = await openConsole('/people');
  await row(page, first.email).waitFor();
  const second = newPerson();
  await newMember(target(), second);
  await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
  expect(await row(page, second.email).count()).toBe(0);
  await press(page, 'Show 1 new');
  await row(page, second.email).waitFor();
});

test('disables, verifies and deletes an account, and books, moves and cancels a call', async () => {
  const person = newPerson();
  await newMember(target(), person);
  // The page may still look for the deleted person.
  const page = await openConsole('/', { errors: [/404/] });
  await openPerson(page, person.email);
  expect(await section(page, 'Account').textContent()).not.toMatch(/password.?hash|salt/i);
  await act(page, 'Account', 'Disable or enable the account');
  await page.getByText('disabled', { exact: true }).first().waitFor();
  await act(page, 'Account', 'Disable or enable the account');
  await outcome(page, 'Disable or enable the account: ');
  await act(page, 'Account', 'Verify the address');
  await outcome(page, 'Verify the address: ');
  await act(page, 'Call', 'Book a call');
  await outcome(page, 'Book a call: ');
  await act(page, 'Call', 'Move the call');
  await outcome(page, 'Move the call: ');
  await act(page, 'Call', 'Cancel the call');
  await confirm(page);
  await outcome(page, 'Cancel the call: ');
  await act(page, 'Account', 'Delete the account');
  await confirm(page);
  await outcome(page, 'Delete the account: ');
  await press(page, 'Undo');
  await outcome(page, 'The state before the last act was loaded: 1 accounts (0 before)');
});

test('shows a mail as it would look, with the texts of the project', async () => {
  const person = newPerson();
  await newMember(target(), person);
  const page = await openConsole();
  await openPerson(page, person.email);
  await act(page, 'Account', 'Send a password reset');
  await section(page, 'Mails').getByRole('link', { name: 'Password reset' }).click();
  const mail = page.getByRole('article', { name: 'Password reset' });
  await mail.getByRole('heading', { name: mailTexts.PASSWORD_RESET.subject }).waitFor();
  expect(await mail.getByRole('link', { name: 'Open its link' }).getAttribute('href')).toContain('oobCode=');
  await mail.getByText('noreply@demo-outharbor.firebaseapp.com').waitFor();
  const frame = page.frameLocator('iframe[sandbox]');
  await frame.getByText(`asked for a new password for ${person.email}.`).waitFor();
  const link = frame.getByRole('link', { name: 'Set a new password' });
  expect(await link.getAttribute('href')).toContain('oobCode=');
  expect(await link.getAttribute('target')).toBe('_blank');
});

test('keeps states by name, compares them, and deletes all but the accounts', async () => {
  const { stack } = target();
  const { email } = await subscribe(stack);
  const page = await openConsole('/state');
  await page.getByLabel('Name', { exact: true }).first().fill('paid');
  await press(page, 'Keep the state');
  await outcome(page, 'The state is kept as paid');
  await press(page, 'Delete all but accounts');
  await confirm(page);
  await outcome(page, 'Everything but the accounts was deleted');
  expect((await stack.stripe.state()).customers).toEqual([]);
  await place(page, 'People');
  await row(page, email).getByText('registered', { exact: true }).waitFor();
  await place(page, 'State and clock');
  await page.getByRole('link', { name: 'Compare paid' }).click();
  const compared = page.getByRole('table', { name: 'What differs' });
  await compared.getByText(/^\/stripe\/test\/customers\/cus_/).waitFor();
  await page.getByLabel('To', { exact: true }).selectOption('paid');
  await page.getByText('Nothing differs.').waitFor();
});

test('answers a list however fast things change', async () => {
  const page = await openConsole('/state');
  await page.route('**/console/lists/requests*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue();
  });
  const { stripe } = target().stack;
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const asking = setInterval(() => void fetch(`${stripe.url}/v1/products`, { headers }), 300);
  try {
    await place(page, 'Requests');
    await row(page, 'GET /v1/products').first().waitFor();
  } finally {
    clearInterval(asking);
  }
});

test('holds webhooks behind a banner on every page, and ends it with one button', async () => {
  await target().stack.stripe.advanceTime({ days: 3 });
  const page = await openConsole('/scenarios');
  await page.getByLabel('For', { exact: true }).selectOption('5 minutes');
  await press(page, 'Webhooks come in reverse');
  const banner = section(page, 'Running scenarios');
  await banner.getByText('Webhooks come in reverse').waitFor();
  await banner.getByText('until in 4 min.').waitFor();
  const visitor = await registerVisitor(target().stack.url, newPerson());
  const { id } = await visitor.checkOut(FIRST.price);
  await target().stack.stripe.pay(id, { card: 'visa' });
  await visitor.leave();
  await place(page, 'Webhooks');
  const endpoints = page.getByRole('table', { name: 'Endpoints' });
  await endpoints.getByText(`${target().stack.url}${API_PATHS.stripeWebhook}`).waitFor();
  await page.getByRole('row').getByText('held').first().waitFor();
  await banner.getByRole('button', { name: 'End all' }).click();
  await outcome(page, 'Everything works as usual.');
  await expect.poll(() => banner.count()).toBe(0);
  await expect.poll(() => page.getByRole('row').getByText('held', { exact: true }).count()).toBe(0);
});

test('takes Stripe down for checkout alone, and shows the call for a test', async () => {
  const visitor = await registerVisitor(target().stack.url, newPerson());
  const page = await openConsole('/scenarios');
  await page.getByLabel('In a test: Stripe is down for checkout').click();
  await page.getByText("await stripe.addFault({ path: '/v1/checkout/sessions'").first().waitFor();
  await press(page, 'Stripe is down for checkout');
  await section(page, 'Running scenarios').waitFor();
  await expect(visitor.checkOut(FIRST.price)).rejects.toThrow();
  await press(page, 'End all');
  await outcome(page, 'Everything works as usual.');
  await visitor.checkOut(FIRST.price);
  await visitor.leave();
});

test("loses Stripe's answer to checkout", async () => {
  const { stripe } = target().stack;
  const page = await openConsole('/scenarios');
  await press(page, "Stripe's answer to checkout is lost");
  await outcome(page, 'is lost');
  const setup = { mode: 'setup', currency: PLAN_CURRENCY, success_url: 'https://example.com/' };
  const body = new URLSearchParams(setup);
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const asking = fetch(`${stripe.url}/v1/checkout/sessions`, { method: 'POST', headers, body });
  await expect(asking).rejects.toThrow('fetch failed');
  expect((await stripe.state()).checkoutSessions.map(({ mode }) => mode)).toEqual(['setup']);
});

test('rejects writes of the database', async () => {
  const { stack } = target();
  const page = await openConsole('/scenarios');
  await press(page, 'The database rejects writes');
  await section(page, 'Running scenarios').waitFor();
  const write = () =>
    fetch(`${stack.database.url}/a.json?ns=demo-outharbor-default-rtdb`, {
      method: 'PUT',
      headers: { authorization: 'Bearer owner' },
      body: '1',
    });
  expect((await write()).status).toBe(401);
  await press(page, 'End all');
  await outcome(page, 'Everything works as usual.');
  expect((await write()).status).toBe(200);
});

test('a fault switch takes effect, counts down and can be switched off', async () => {
  const { stack } = target();
  const page = await openConsole('/scenarios');
  const faults = section(page, 'Scheduling faults');
  const widget = async () => (await fetch(stack.scheduling.eventTypeUrl)).status;
  await faults.getByLabel('Target').selectOption('page');
  await faults.getByLabel('Mode').selectOption('fail');
  await faults.getByLabel('Times').fill('3');
  await faults.getByRole('button', { name: 'Switch on' }).click();
  const banner = section(page, 'Running scenarios');
  await banner.getByText('3 more').waitFor();
  expect(await widget()).toBe(500);
  await banner.getByText('2 more').waitFor();
  await banner.getByRole('button', { name: 'End all' }).click();
  await banner.waitFor({ state: 'hidden' });
  expect(await widget()).toBe(200);
  await faults.getByLabel('Times').fill('');
  await faults.getByLabel('Seconds').fill('2');
  await faults.getByRole('button', { name: 'Switch on' }).click();
  await banner.getByText('for 2 seconds').waitFor();
  expect(await widget()).toBe(500);
  await expect.poll(widget).toBe(200);
  await banner.waitFor({ state: 'hidden' });
});

test('writes a value as a person with the answer of the rules, and as administrator without them', async () => {
  const person = newPerson();
  await newMember(target(), person);
  const page = await openConsole('/database?path=plans', { errors: [/502/] });
  await page.getByLabel('Value, as JSON').fill('{"free":true}');
  await page.getByLabel('As', { exact: true }).selectOption({ label: person.email });
  await press(page, 'Write');
  await outcome(page, 'The rules do not let them write /plans: Permission denied.');
  await page.getByLabel('As', { exact: true }).selectOption('administrator');
  await press(page, 'Write');
  await outcome(page, '/plans was written.');
  await page.getByRole('link', { name: 'free' }).waitFor();
});

test('lists what the product asked, and why it was rejected, without secrets', async () => {
  const { stack } = target();
  await fetch(`${stack.stripe.url}/v1/customers/cus_missing`, {
    headers: { authorization: `Bearer ${stack.stripe.secretKey}` },
  });
  const page = await openConsole('/requests?filter=rejected');
  await row(page, 'GET /v1/customers/cus_missing').getByText('No such customer').waitFor();
  await page.getByRole('link', { name: 'GET /v1/customers/cus_missing' }).click();
  await section(page, 'What was asked').getByText('Bearer [redacted]').waitFor();
  await section(page, 'What was answered').getByText('resource_missing').first().waitFor();
  await page.evaluate('navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }');
  await press(page, 'Copy as curl');
  expect(await page.evaluate('copied')).toContain(
    `curl -X GET '${stack.stripe.url}/v1/customers/cus_missing'`,
  );
  await fetch(`${stack.stripe.url}/v1/issuing/cardholders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.stripe.secretKey}` },
  });
  await page.goto(`${running().url}/requests?filter=unsupported`);
  await row(page, 'POST /v1/issuing/cardholders').getByText('501').waitFor();
});

test('makes a request of the log again in another API version, and says what differs', async () => {
  await subscribe(target().stack);
  const { stripe } = target().stack;
  const [subscription] = (await stripe.state()).subscriptions;
  const path = `/v1/subscriptions/${subscription?.id}`;
  await fetch(stripe.url + path, { headers: { authorization: `Bearer ${stripe.secretKey}` } });
  const page = await openConsole(`/requests?q=${path}`);
  await page
    .getByRole('link', { name: `GET ${path}` })
    .first()
    .click();
  await page.getByLabel('Stripe-Version').fill('2024-04-10');
  await press(page, 'Ask again');
  await outcome(page, '3 differ, first /billing_mode, /current_period_end');
  await page.getByLabel('Stripe-Version').fill('2000-01-01');
  await press(page, 'Ask again');
  await outcome(page, 'Answered 400 in 2000-01-01: Invalid');
});

test('adds a person in a situation by a form, and others from a file', async () => {
  const page = await openConsole('/state', { errors: [/400/] });
  const form = section(page, 'People to start with');
  await form.getByLabel('Email').fill('dora@example.com');
  await form.getByLabel('Situation').selectOption('disabled');
  await form.getByLabel('With a booked call').check();
  await press(page, 'Add the person');
  await outcome(page, 'Added: 1 person.');
  expect(await form.getByLabel('Email').inputValue()).toBe('');
  const people = [{ email: 'emil@example.com', situation: 'verified' }, { email: 'fay@example.com' }];
  const file = { name: 'people.json', mimeType: 'application/json' };
  const choose = (content: object) =>
    form
      .getByLabel('Add people from a file')
      .setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(content)) });
  await choose({ people: [{ email: 'nobody', situation: 'rich' }] });
  await outcome(page, 'people.0.situation must be one of');
  await choose({ people });
  await outcome(page, 'Added: 2 people.');
  await place(page, 'People');
  await row(page, 'dora@example.com').getByText('disabled', { exact: true }).waitFor();
  await row(page, 'emil@example.com').waitFor();
  await place(page, 'Bookings');
  await row(page, 'dora@example.com').getByText('active', { exact: true }).waitFor();
});

test('adds ten people, each in a situation, resets once confirmed, and brings the state back from a file', async () => {
  const page = await openConsole('/state');
  const told = await progressTold(page);
  await press(page, 'Add ten people');
  await page.getByRole('progressbar', { name: 'Registering people' }).waitFor();
  await outcome(page, 'Added: 10 people.', 60_000);
  await place(page, 'People');
  for (const state of ['registered', 'active', 'past due', 'disabled', 'cancels']) {
    await page.getByRole('row').getByText(state, { exact: true }).first().waitFor();
  }
  await place(page, 'Bookings');
  await expect.poll(() => page.getByRole('row').getByText('active', { exact: true }).count()).toBe(2);
  await place(page, 'Database');
  await page.getByRole('link', { name: 'users' }).waitFor();
  await place(page, 'State and clock');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save with the requests' }).click(),
  ]);
  const file = await download.path();
  await press(page, 'Reset');
  await press(page, 'Cancel');
  await press(page, 'Reset');
  await confirm(page);
  await outcome(page, 'Everything was reset.');
  for (const [name, empty] of [
    ['People', 'Nobody yet.'],
    ['Payments', 'No payments yet.'],
    ['Webhooks', 'No webhooks yet.'],
    ['Events', 'No events yet.'],
    ['Bookings', 'No bookings yet.'],
    ['Mails', 'No mails yet.'],
    ['Database', 'There is nothing here.'],
    ['State and clock', 'Save to a file'],
  ] as const) {
    await place(page, name);
    await page.getByText(empty).waitFor();
  }
  await page.getByLabel('Load from a file').setInputFiles(file);
  await outcome(page, 'The file was loaded: 10 accounts');
  await place(page, 'Requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('POST /v1/checkout');
  await row(page, 'POST /v1/checkout/sessions').first().waitFor();
  await place(page, 'People');
  await row(page, 'pia.pastdue@example.com').getByText('past due').waitFor();
  for (const each of ['Registering people 3 of 9', 'Loading stripe 3 of 4'])
    expect(await told()).toContain(each);
});

/** What the page showed of long work until the result is called. */
async function progressTold(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.told = [];
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar) told.push(bar.labels[0].textContent + ' ' + bar.value + ' of ' + bar.max);
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  }`);
  return () => page.evaluate('told');
}

test.each([
  ['de-DE', 'Europe/Berlin', '01.03.2026', '01.03.2026, 13:30:15'],
  ['en-US', 'America/New_York', 'Mar 1, 2026', 'Mar 1, 2026, 7:30:15 AM'],
])(
  'shows dates in the language and the time zone of the browser: %s',
  async (locale, timezoneId, shown, full) => {
    const { stack } = target();
    const createdAt = String(Date.UTC(2026, 2, 1, 12, 30, 15));
    await importUsers(stack, [{ localId: 'uid-1', email: 'ada@example.com', createdAt }]);
    const visitor = await browser.arrive(running().url, DESKTOP, { locale, timezoneId });
    const page = await visitor.openTab();
    await page.goto(`${running().url}/people`);
    const time = row(page, 'ada@example.com').getByText(shown, { exact: true });
    expect((await time.getAttribute('title'))?.replaceAll(/\s/g, ' ')).toBe(full);
  },
);

test('moves both clocks to a chosen day, and lets a dispute be lost', async () => {
  const { stack } = target();
  const page = await openConsole('/state');
  const before = await stack.stripe.now();
  const day = page.getByLabel('Day');
  const chosen = new Date((before + 3 * 86_400) * 1000).toISOString().slice(0, 10);
  await day.fill(chosen);
  await press(page, 'Move to the day');
  await outcome(page, 'advanced by 3 days');
  expect(new Date((await stack.stripe.now()) * 1000).toISOString()).toContain(chosen);
  await expect.poll(() => clocksApart(page)).toBeLessThan(60);
  const { email } = await subscribe(stack);
  await openPerson(page, email);
  await act(page, 'Payment', 'The last payment is disputed');
  await confirm(page);
  await outcome(page, 'The last payment is disputed: ');
  await act(page, 'Payment', 'The dispute is lost');
  await confirm(page);
  await outcome(page, `The dispute is lost: ${email}`);
  await section(page, 'Payments').getByText('lost', { exact: true }).waitFor();
});

test('says what comes next to everybody and to one person, and goes there', async () => {
  const { email } = await subscribe(target().stack);
  const page = await openConsole();
  await openPerson(page, email);
  await act(page, 'Card', 'The next payment fails');
  await outcome(page, 'The next payment fails: ');
  await page.getByText(/^Renewal on .*; the card fails$/).waitFor();
  await place(page, 'Overview');
  const next = section(page, 'What comes next').getByRole('listitem').filter({ hasText: email });
  const due = await next.getByText(/^Renewal on .*; the card fails$/).textContent();
  await press(page, 'Next day');
  await outcome(page, 'advanced by 1 day');
  expect(await next.getByText('Renewal').textContent()).toBe(due);
  await next.getByRole('button', { name: 'Go there: Renewal' }).click();
  await outcome(page, 'The clocks were moved to ');
  await next.getByText(/^The payment is tried again on .*; the card fails$/).waitFor();
  await openPerson(page, email);
  await page.getByText('the last payment failed').waitFor();
  await page.getByRole('button', { name: 'Go there: The payment is tried again' }).click();
  await outcome(page, 'The clocks were moved to ');
  await page.locator('summary', { hasText: 'Payment failed' }).nth(1).waitFor();
});

/** Difference between the two clocks on the page, in seconds. */
async function clocksApart(page: Page): Promise<number> {
  const times = await section(page, 'Clock').locator('time').all();
  const [one = 0, other = 0] = await Promise.all(
    times.map(async (time) => Date.parse((await time.getAttribute('datetime')) ?? '')),
  );
  return Math.abs(one - other) / 1000;
}

test('shows and controls only the selected namespace', async () => {
  const { stack } = target();
  const namespace = stack.stripe.namespace('worker_1');
  await namespace.addFault({ kind: 'slow', path: '/v1/customers' });
  const signUp = (key: string, email: string) =>
    fetch(`${stack.identity.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${key}`, {
      method: 'POST',
      body: JSON.stringify({ email, password: 'correct horse' }),
    });
  await signUp('any_ns_worker_1', 'in@example.com');
  await signUp('any', 'outside@example.com');
  const page = await openConsole('/people');
  await row(page, 'outside@example.com').waitFor();
  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('worker_1');
  await place(page, 'People');
  await row(page, 'in@example.com').waitFor();
  expect(await row(page, 'outside@example.com').count()).toBe(0);
  await place(page, 'Scenarios');
  await section(page, 'Running scenarios').getByText('slow at /v1/customers').waitFor();
  await place(page, 'State and clock');
  await press(page, 'Reset');
  await confirm(page);
  await outcome(page, 'Everything was reset.');
  expect(await namespace.faults()).toEqual([]);
  await namespace.close();
});

test.each([
  ['a desktop', DESKTOP, 'light'],
  ['a phone in the dark', PHONE, 'dark'],
  ['a tablet', { width: 768, height: 1024 }, 'dark'],
  ['a small phone', { width: 320, height: 640 }, 'light'],
] as const)(
  'every place is accessible and fits the viewport on %s',
  async (_device, viewport, colorScheme) => {
    const person = await subscribe(target().stack);
    await mailReset(target().stack, person);
    const names = ['W'.repeat(5000), '\u202Eשלום '.repeat(300), '<script>alert(1)</script>'];
    const people = names.map((displayName, index) => ({ localId: `uid-${index}`, displayName }));
    await importUsers(
      target().stack,
      people.map((each) => ({ ...each, email: `${'w'.repeat(60)}@${each.localId}.example.com` })),
    );
    const page = await openConsole('/', { viewport, colorScheme });
    const paths = [...PLACES.map(({ path }) => path), ...people.map(({ localId }) => `people/${localId}`)];
    for (const path of [...paths, `people?q=${person.email}`]) {
      await page.goto(`${running().url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText('Loading').count(), { timeout: 10_000 }).toBe(0);
      expect(await accessibilityViolations(page), path).toEqual([]);
      const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
      expect(overflow, path).toBe(0);
      expect(await layoutShift(page), path).toBeLessThan(0.01);
    }
    await page.getByRole('link', { name: person.email }).click();
    await section(page, 'Timeline').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
  },
);
