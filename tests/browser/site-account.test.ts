import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { signInVisitor } from '../support/sdk-visitor.ts';
import { mailedTo } from './mailed-to.ts';
import { DEVICES, hold, pageBrowser } from './site-fixture.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** Closed accounts are answered 400 by the provider. */
const REFUSED = /status of 40[01]|token-expired|user-not-found|INVALID|record/i;

it('asks a signed-out visitor to log in, and is where the login leads back to', async () => {
  const { url } = target();
  const page = await browser.open();
  await page.goto(`${url}/account`);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await steps.submitLogin(page, await newMember(target()));
  await page.waitForURL(`${url}/account`);
  await page.getByText('You have no plan.').waitFor();
});

it('is where the Login of its header leads back to, pressed before React has the page', async () => {
  const { url } = target();
  const page = await browser.open({ viewport: DESKTOP });
  const script = await hold(page, '**/assets/client-*.js');
  await page.goto(`${url}/account`);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(`${url}/login?next=*`);
  script.release();
  await steps.submitLogin(page, await newMember(target()));
  await page.waitForURL(`${url}/account`);
});

it('is all that a link to the login can lead to, besides the plans and the page after a payment', async () => {
  const { url } = target();
  const page = await browser.open();
  await steps.logInAtOnce(page, url, await newMember(target()));
  await steps.untilSignedIn(page);
  const left: string[] = [];
  page.on('request', (request) => request.url().startsWith(url) || left.push(request.url()));
  const lead = async (next: string, there: string) => {
    await page.goto(`${url}/login?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${url}${there}`);
  };
  await lead('/account', '/account');
  for (const next of [
    '//evil.example/account',
    '/\\evil.example/',
    'https://evil.example/',
    '/login?next=/login',
  ])
    await lead(next, '/subscribe');
  expect(left).toEqual([]);
});

it('carries a changed address to the record and to the customer, and carries it back when it is recovered', async () => {
  const { url, stack } = target();
  const person = await newSubscriber(target(), 500);
  const page = await browser.open({}, REFUSED);
  await steps.logInAtOnce(page, url, person);
  await page.goto(`${url}/account`);
  const form = page.locator('form[name=email]');
  const email = newPerson().email;
  await form.getByLabel('New e-mail').fill(email);
  await form.getByLabel('Current password').fill(person.password);
  await form.getByLabel('Current password').press('Enter');
  await steps.isTold(page, 'Please follow the link');
  const customer = async () => {
    const last = (await stack.stripe.state()).customers.at(-1);
    return last?.deleted ? undefined : last?.email;
  };
  await page.goto(`${url}/account`);
  await page.getByRole('region', { name: 'Receipts' }).getByText('$500.00, paid').waitFor();
  expect(await customer()).toBe(person.email);

  const changes = [
    ['VERIFY_AND_CHANGE_EMAIL', email],
    ['RECOVER_EMAIL', person.email],
  ] as const;
  for (const [kind, holder] of changes) {
    // The change ends sign-ins by whole seconds: one of the same second would go on.
    await pause(1000);
    await page.goto(await mailedTo(target(), person.email, kind));
    await page.getByRole('link', { name: 'Go to login' }).click();
    await steps.submitLogin(page, { email: holder, password: person.password });
    await page.waitForURL(`${url}/account`);
    await page.getByRole('region', { name: 'Receipts' }).getByText('$500.00, paid').waitFor();
    expect(await customer()).toBe(holder);
    const visitor = await signInVisitor(url, { ...person, email: holder });
    await visitor.recordWhen((record) => record?.email === holder);
    await visitor.leave();
  }
});

describe.each(DEVICES)('the account on $device', ({ options }) => {
  it('is left with the password, and every open page is signed out', async () => {
    const { url, stack } = target();
    const person = await newSubscriber(target(), 500);
    const page = await browser.open(options, REFUSED);
    await steps.logInAtOnce(page, url, person);
    await steps.untilSignedIn(page);
    const other = await page.context().newPage();
    await other.goto(`${url}/subscribe`);
    await steps.untilSignedIn(other);
    await page.goto(`${url}/account`);
    const leave = page.locator('form[name=leave]');
    await leave.getByLabel('Current password').fill('wrong password');
    await leave.getByRole('button', { name: 'Delete my account' }).press('Enter');
    await steps.isTold(page, 'Invalid login credentials. Please try again.');
    await leave.getByLabel('Current password').fill(person.password);
    await leave.getByRole('button', { name: 'Delete my account' }).press('Enter');
    await steps.isTold(page, 'Your account has been deleted.');
    await other
      .getByRole('link', { name: 'Login', includeHidden: true })
      .first()
      .waitFor({ state: 'attached' });
    const { subscriptions, customers } = await stack.stripe.state();
    const theirs = customers.filter((one) => !one.deleted && one.email === person.email);
    expect([theirs, subscriptions.at(-1)?.status]).toEqual([[], 'canceled']);
  });
});
