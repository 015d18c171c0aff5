import { planLookupKey } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { accessibilityViolations } from '../../infra/emulators/tests/support/accessibility.ts';
import {
  browserFixture,
  DESKTOP,
  PHONE,
  type Viewport,
} from '../../infra/emulators/tests/support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';
import { consoleFixture } from './console-fixture.ts';

const target = embeddedTarget();
const browser = browserFixture();
const running = consoleFixture(target);

beforeEach(() => target().stack.reset());
async function openConsole(viewport: Viewport = DESKTOP): Promise<Page> {
  const page = await (await browser.arrive(running().url, viewport)).openTab();
  await page.goto(running().url);
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const measureBox = (page: Page, name: string) => button(page, name).boundingBox();

test('Seed fills every section, and Reset empties them after confirmation', async () => {
  const page = await openConsole();
  await press(page, 'Seed');
  await outcome(page, 'Seeded');
  await section(page, 'Accounts').getByRole('row').filter({ hasText: 'Jonas Lind' }).waitFor();
  await section(page, 'Subscriptions').getByText('active', { exact: true }).waitFor();
  await section(page, 'Checkout sessions').getByText('complete', { exact: true }).waitFor();
  await section(page, 'Database').getByText('"pro"').first().waitFor();
  expect(await section(page, 'Bookings').getByText('active', { exact: true }).count()).toBe(3);

  await press(page, 'Reset');
  await press(page, 'Cancel');
  await section(page, 'Accounts').getByText('Jonas Lind').waitFor();
  await press(page, 'Reset');
  await press(page, 'Reset everything');
  await outcome(page, 'Everything was reset.');
  await section(page, 'Accounts').getByText('No accounts yet.').waitFor();
  await section(page, 'Database').getByText('The database is empty.').waitFor();
  await section(page, 'Subscriptions').getByText('No subscriptions yet.').waitFor();
  await section(page, 'Bookings').getByText('No bookings yet.').waitFor();
  await section(page, 'Checkout sessions').getByText('No checkout sessions yet.').waitFor();
  await section(page, 'Stripe webhooks').getByText('No deliveries yet.').waitFor();
  await section(page, 'Emails').getByText('No emails yet.').waitFor();
  for (const faults of ['Stripe faults', 'Scheduling faults']) {
    await section(page, faults).getByText('No active faults.').waitFor();
  }
});

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
  const page = await openConsole();
  await section(page, 'Accounts').getByText('outside@example.com').waitFor();
  await section(page, 'Stripe faults').getByText('No active faults.').waitFor();

  await page.getByRole('combobox', { name: 'Namespace' }).selectOption('worker_1');
  await section(page, 'Accounts').getByText('in@example.com').waitFor();
  expect(await section(page, 'Accounts').getByText('outside@example.com').count()).toBe(0);
  await section(page, 'Stripe faults').getByRole('listitem').filter({ hasText: '/v1/customers' }).waitFor();
  expect(await button(page, 'Seed').count()).toBe(0);
  await press(page, 'Reset');
  await press(page, 'Reset everything');
  await section(page, 'Accounts').getByText('No accounts yet.').waitFor();
  expect(await namespace.faults()).toEqual([]);

  await page.getByRole('combobox', { name: 'Namespace' }).selectOption({ label: 'None' });
  await section(page, 'Accounts').getByText('outside@example.com').waitFor();
  await namespace.close();
});

test('updates live while visitors use the product', async () => {
  const { stack } = target();
  const page = await openConsole();
  await section(page, 'Database').getByText('The database is empty.').waitFor();
  const person = newPerson();
  const visitor = await registerVisitor(stack.url, person);
  await section(page, 'Accounts').getByText(person.email).waitFor();
  await section(page, 'Database').getByText(`"${person.name}"`).waitFor();

  const { id } = await visitor.checkOut(FIRST.price);
  await section(page, 'Checkout sessions').getByText('open', { exact: true }).waitFor();
  await section(page, 'Checkout sessions').getByRole('link', { name: 'Payment page' }).waitFor();
  await stack.stripe.pay(id, { card: 'visa' });
  await section(page, 'Subscriptions')
    .getByRole('row')
    .filter({ hasText: planLookupKey(FIRST) })
    .waitFor();
  await section(page, 'Database').getByText('"basic"').first().waitFor();
  await visitor.leave();
});

test('advancing the clock renews the subscription and keeps the Stripe and scheduling clocks in step', async () => {
  const { stack } = target();
  const page = await openConsole();
  await press(page, 'Seed');
  await outcome(page, 'Seeded');
  const before = await Promise.all([stack.stripe.now(), periodEnd()]);
  await press(page, '+1 month');
  await outcome(page, 'advanced by 1 month');
  const after = await Promise.all([stack.stripe.now(), periodEnd()]);
  const days = after.map((time, index) => (time - (before[index] ?? 0)) / 86_400);
  for (const passed of days) expect(Math.round(passed)).toBeGreaterThanOrEqual(28);
  await expect.poll(() => clocksApart(page)).toBeLessThan(60);

  await press(page, '+1 day');
  await outcome(page, 'advanced by 1 day');
  await expect.poll(() => clocksApart(page)).toBeLessThan(60);
  expect((await stack.stripe.now()) - (after[0] ?? 0)).toBeGreaterThanOrEqual(86_400);
});

/** Period end of the only subscription, in Unix seconds. */
async function periodEnd(): Promise<number> {
  const [subscription] = (await target().stack.stripe.state()).subscriptions;
  return subscription?.items.data[0]?.current_period_end ?? 0;
}

/** Difference between the two clocks on the page, in seconds. */
async function clocksApart(page: Page): Promise<number> {
  const times = await section(page, 'Clock and data').locator('time').all();
  const [one = 0, other = 0] = await Promise.all(
    times.map(async (time) => Date.parse((await time.getAttribute('datetime')) ?? '')),
  );
  return Math.abs(one - other) / 1000;
}

test('redelivers a webhook', async () => {
  const { stack } = target();
  const page = await openConsole();
  await press(page, 'Seed');
  await outcome(page, 'Seeded');
  const row = section(page, 'Stripe webhooks')
    .getByRole('row')
    .filter({ hasText: 'checkout.session.completed' });
  await row.getByText('1 to /api/v1/stripe/webhook').waitFor();
  await row.getByRole('button', { name: 'Redeliver checkout.session.completed' }).click();
  await row.getByText('2 to /api/v1/stripe/webhook').waitFor();
  const delivery = (await stack.stripe.deliveries()).find(
    ({ type }) => type === 'checkout.session.completed',
  );
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([200, 200]);
});

test('cancels a booking', async () => {
  const { stack } = target();
  const page = await openConsole();
  await press(page, 'Seed');
  await press(page, 'Cancel the booking of Mei Tanaka');
  await outcome(page, 'The booking of Mei Tanaka is canceled.');
  const row = section(page, 'Bookings').getByRole('row').filter({ hasText: 'Mei Tanaka' });
  await row.getByText('canceled', { exact: true }).waitFor();
  await stack.settle();
});

test('a fault switch takes effect, counts down and can be switched off', async () => {
  const { stack } = target();
  const page = await openConsole();
  const faults = section(page, 'Scheduling faults');
  const widget = async () => (await fetch(stack.scheduling.eventTypeUrl)).status;
  await faults.getByLabel('Target').selectOption('page');
  await faults.getByLabel('Mode').selectOption('fail');
  await faults.getByLabel('Times').fill('3');
  await faults.getByRole('button', { name: 'Switch on' }).click();
  await faults.getByText('3 more').waitFor();
  expect(await widget()).toBe(500);
  await faults.getByText('2 more').waitFor();
  await faults.getByRole('button', { name: 'Switch off all scheduling faults' }).click();
  await faults.getByText('No active faults.').waitFor();
  expect(await widget()).toBe(200);
});

test('a Stripe fault affects the product until it is switched off', async () => {
  const { stack } = target();
  const visitor = await registerVisitor(stack.url, newPerson());
  const page = await openConsole();
  const faults = section(page, 'Stripe faults');
  await faults.getByLabel('Target').selectOption('/v1/*');
  await faults.getByLabel('Mode').selectOption('error');
  await faults.getByRole('button', { name: 'Switch on' }).click();
  await faults.getByText('until switched off').waitFor();
  await expect(visitor.checkOut(FIRST.price)).rejects.toThrow();
  await faults.getByRole('button', { name: 'Switch off all stripe faults' }).click();
  await faults.getByText('No active faults.').waitFor();
  expect((await visitor.checkOut(FIRST.price)).url).toContain(stack.url);
  await visitor.leave();
});

test('lists a mail with its link', async () => {
  const { stack } = target();
  const person = newPerson();
  const visitor = await registerVisitor(stack.url, person);
  const page = await openConsole();
  const asked = await fetch(
    `${stack.identity.url}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=demo-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: person.email }),
    },
  );
  expect(asked.status).toBe(200);
  const row = section(page, 'Emails').getByRole('row').filter({ hasText: person.email });
  await row.getByText('Password reset').waitFor();
  expect(await row.getByRole('link', { name: 'Open' }).getAttribute('href')).toContain('oobCode=');
  await visitor.leave();
});

test('shows the newest accounts and emails of many', async () => {
  const { stack } = target();
  const call = async (method: string, body: object) => {
    const answer = await fetch(
      `${stack.identity.url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo-key`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
    expect(answer.status).toBe(200);
  };
  const people = Array.from({ length: 30 }, () => newPerson());
  for (const { email, password } of people) {
    await call('signUp', { email, password });
    await call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  }
  const page = await openConsole();
  for (const part of ['Accounts', 'Emails'])
    await section(page, part)
      .getByText(people.at(-1)?.email ?? '')
      .waitFor();
});

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('is accessible and fits the viewport on %s', async (_device, viewport) => {
  const name = 'W'.repeat(120);
  await newMember(target(), { ...newPerson(), name });
  const page = await openConsole(viewport);
  await press(page, 'Seed');
  await outcome(page, 'Seeded');
  await section(page, 'Bookings').getByText('Mei Tanaka').waitFor();
  await section(page, 'Accounts').getByText(name).waitFor();
  expect((await measureBox(page, 'Dismiss'))?.height).toBe((await measureBox(page, 'Seed'))?.height);
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const part of [page.locator('html'), section(page, 'Accounts')]) {
    expect(await part.evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
  }
});
