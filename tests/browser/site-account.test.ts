import { setTimeout as pause } from 'node:timers/promises';
import { formatMoney } from '@outharbor/contract/money';
import { PLAN_CURRENCY, planAmount } from '@outharbor/contract/plans';
import { FIRST, fullPrice, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../../infra/emulators/tests/support/browser.ts';
import { DATA, DELETION, PLAN, PROFILE, RECEIPTS } from '../../web/src/content/account-page.ts';
import { ACCOUNT_ACTION } from '../../web/src/content/mailed-links.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { mailedTo } from '../support/browser/mailed-to.ts';
import { hold, ON_A_PHONE, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { signInVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** The provider answers requests for deleted accounts with an error. */
const REJECTED = /status of 40[01]|token-expired|user-not-found|INVALID|record/i;

it('asks a signed-out visitor to log in, and login returns to the account', async () => {
  const { url } = target();
  const page = await browser.open();
  await page.clock.install();
  await page.goto(`${url}/account`);
  await page.getByRole('main').getByRole('link', { name: PRICING.login }).click();
  await steps.logInWithoutDelay(page, await newMember(target()));
  await page.waitForURL(`${url}/account`);
  await page.getByText(PLAN.none).waitFor();
});

it('Login in the header returns to the account, even when clicked before hydration', async () => {
  const { url } = target();
  const page = await browser.open({ viewport: DESKTOP });
  await page.clock.install();
  const script = await hold(page, '**/assets/client-*.js');
  await page.goto(`${url}/account`);
  await page.getByRole('banner').getByRole('link', { name: PRICING.login }).click();
  await page.waitForURL(`${url}/login?next=*`);
  script.release();
  await steps.logInWithoutDelay(page, await newMember(target()));
  await page.waitForURL(`${url}/account`);
});

it('login redirects to known pages only', async () => {
  const { url } = target();
  const page = await browser.open();
  const foreign: string[] = [];
  page.on('request', (request) => request.url().startsWith(url) || foreign.push(request.url()));
  const followNext = async (next: string, there: string) => {
    await page.goto(`${url}/login?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${url}${there}`);
  };
  await steps.openSignedIn(page, url, await newMember(target()), '/login?next=/account');
  await page.waitForURL(`${url}/account`);
  for (const next of [
    '//evil.example/account',
    '/\\evil.example/',
    'https://evil.example/',
    '/login?next=/login',
  ])
    await followNext(next, '/subscribe');
  expect(foreign).toEqual([]);
});

it('copies a changed address to the record and the customer, and restores it when the change is reverted', async () => {
  const { url, stack } = target();
  const person = await newSubscriber(target(), FIRST.price);
  const page = await browser.open({}, REJECTED);
  await page.clock.install();
  await steps.openSignedIn(page, url, person, '/account');
  const form = await steps.unfold(page, 'email');
  const email = newPerson().email;
  await form.getByLabel(PROFILE.newEmail).fill(email);
  await form.getByLabel(PROFILE.currentPassword).fill(person.password);
  await form.getByLabel(PROFILE.currentPassword).press('Enter');
  await steps.seesToast(page, PROFILE.emailSent);
  const customer = async () => {
    const last = (await stack.stripe.state()).customers.at(-1);
    return last?.deleted ? undefined : last?.email;
  };
  const receipt = page
    .getByRole('region', { name: RECEIPTS.title })
    .getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`);
  await page.goto(`${url}/account`);
  await receipt.waitFor();
  expect(await customer()).toBe(person.email);

  const changes = [
    ['VERIFY_AND_CHANGE_EMAIL', email],
    ['RECOVER_EMAIL', person.email],
  ] as const;
  for (const [kind, holder] of changes) {
    // Sign-ins are revoked by whole seconds, so one in the same second would survive.
    await pause(1000);
    await page.goto(await mailedTo(target(), person.email, kind));
    await page.getByRole('link', { name: ACCOUNT_ACTION.login }).click();
    await steps.logInWithoutDelay(page, { email: holder, password: person.password });
    await page.waitForURL(`${url}/account`);
    await receipt.waitFor();
    expect(await customer()).toBe(holder);
    const visitor = await signInVisitor(url, { ...person, email: holder });
    await visitor.recordWhen((record) => record?.email === holder);
    await visitor.leave();
  }
});

it('shows a confirmed address after returning from the mailed link', async () => {
  const { url } = target();
  const person = await newMember(target());
  const page = await browser.open();
  await steps.openSignedIn(page, url, person, '/account');
  const other = await page.context().newPage();
  await steps.confirmAddress(page, other, () => mailedTo(target(), person.email, 'VERIFY_EMAIL'));
});

it('shows payments, credits and open invoices, and how to cancel', async () => {
  const { url } = target();
  const page = await browser.open();
  await page.route('**/api/v1/account', async (route) => {
    const response = await route.fetch();
    const account = await response.json();
    const [receipt] = account.receipts;
    const credit = { ...receipt, id: 'in_credit', amount: -planAmount(FIRST) };
    const open = { ...receipt, id: 'in_open', status: 'open' };
    const part = { ...receipt, id: 'in_part', returned: planAmount(FIRST) };
    const whole = { ...receipt, id: 'in_whole', returned: receipt.amount };
    await route.fulfill({
      response,
      json: {
        ...account,
        receipts: [open, credit, receipt, part, whole],
        credit: { amount: 12_345, currency: PLAN_CURRENCY, returnable: 345 },
      },
    });
  });
  await steps.openSignedIn(page, url, await newSubscriber(target(), NEXT.price), '/account');
  await page
    .getByText(
      `${PLAN.credit} ${formatMoney(12_345, PLAN_CURRENCY)}. ${PLAN.returnable} ${formatMoney(345, PLAN_CURRENCY)}`,
    )
    .waitFor();
  const receipts = page.getByRole('region', { name: RECEIPTS.title });
  await receipts.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.credited}`).waitFor();
  const [paid, first, next] = [RECEIPTS.status.paid, fullPrice(FIRST), fullPrice(NEXT)];
  for (const text of [paid, `${paid}, ${first} ${RECEIPTS.returned}`, `${next} ${RECEIPTS.returned}`]) {
    await receipts.getByText(`${next}, ${text}`, { exact: true }).waitFor();
  }
  const open = receipts
    .getByRole('listitem')
    .filter({ hasText: `${fullPrice(NEXT)}, ${RECEIPTS.status.open}` });
  await open.getByRole('link', { name: RECEIPTS.invoice }).waitFor();
  await page.getByRole('button', { name: PLAN.manage }).click();
  await page.getByText('Cancel plan').waitFor();
});

it('shows what a change of plan beside an extra item costs, and makes it once it is agreed to', async () => {
  const { url } = target();
  const page = await browser.open();
  const cost = { at: 1_800_000_000, amount: 12_345, currency: PLAN_CURRENCY };
  const sent: unknown[] = [];
  await page.route('**/api/v1/create-plan-change-session', async (route) => {
    const { agreed } = route.request().postDataJSON();
    sent.push(agreed);
    await route.fulfill({ json: agreed === undefined ? { cost } : { planType: NEXT.name } });
  });
  await steps.openSignedIn(page, url, await newSubscriber(target(), FIRST.price), '/account');
  const change = page.getByRole('button', { name: `${PLAN.change} ${NEXT.title}` });
  await change.click();
  await page.getByText(`${PLAN.costs} ${formatMoney(cost.amount, PLAN_CURRENCY)}`).waitFor();
  await page.getByRole('button', { name: PLAN.cancel }).click();
  await change.click();
  await page.getByRole('button', { name: PLAN.confirm }).click();
  await change.waitFor();
  expect(sent).toEqual([undefined, undefined, cost]);
});

it('returns from the billing portal to the account', async () => {
  const { url } = target();
  const page = await browser.open();
  await steps.openSignedIn(page, url, await newSubscriber(target(), FIRST.price), '/account');
  await page.getByRole('button', { name: PLAN.manage }).click();
  await steps.cancelInPortal(page);
  await page.getByRole('link', { name: 'Back to the site' }).click();
  await page.waitForURL(`${url}/account`);
  await page.getByRole('button', { name: PLAN.keep }).click();
  await page.getByText(PLAN.kept).waitFor();
});

it('opens one form at a time, and closes it with focus on its title once sent', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const person = await newMember(target());
  await steps.openSignedIn(page, target().url, person, '/account');
  await page.getByText(`(${PROFILE.unverified})`).waitFor();
  expect(await page.locator('form').filter({ visible: true }).count()).toBe(0);
  for (const form of ['name', 'deletion', 'email', 'password'] as const) {
    await steps.unfold(page, form);
    await expect
      .poll(() =>
        page.evaluate("Array.from(document.querySelectorAll('details[open] form'), ({ name }) => name)"),
      )
      .toEqual([form]);
  }
  await steps.fillIn(page.locator('form[name=password]'), {
    [PROFILE.currentPassword]: person.password,
    [PROFILE.newPassword]: 'another secret',
  });
  await page.getByRole('button', { name: PROFILE.changePassword }).click();
  await steps.seesToast(page, PROFILE.passwordSaved);
  await expect.poll(() => page.locator('details[open]').count()).toBe(0);
  expect(await page.locator('summary:focus').textContent()).toBe(PROFILE.password);
});

it('has two columns of cards on a wide screen, one of unbroken lines on a phone, and deletion apart', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await steps.openSignedIn(page, target().url, await newSubscriber(target(), NEXT.price), '/account');
  await page.getByRole('link', { name: RECEIPTS.receipt }).waitFor();
  const box = async (name: string) => {
    const found = await page.getByRole('region', { name, exact: true }).boundingBox();
    if (!found) throw new Error(`${name} is not shown`);
    return { ...found, right: found.x + found.width, bottom: found.y + found.height };
  };
  const boxes = async () => {
    const [plan, receipts, profile, deletion] = [
      await box(PLAN.title),
      await box(RECEIPTS.title),
      await box(PROFILE.title),
      await box(DELETION.title),
    ];
    return { plan, receipts, profile, deletion, gap: receipts.y - plan.bottom };
  };
  const wide = await boxes();
  expect(wide.profile).toMatchObject({ y: wide.plan.y });
  expect(wide.profile.x).toBeGreaterThan(wide.plan.right);
  expect(wide.deletion.width).toBeGreaterThan(wide.plan.width + wide.profile.width);
  const data = await box(DATA.title);
  expect(wide.deletion.y - data.bottom).toBeGreaterThan(wide.gap);
  await page.setViewportSize(PHONE);
  const narrow = await boxes();
  expect(narrow.profile).toMatchObject({ x: narrow.plan.x, width: narrow.plan.width });
  expect(narrow.profile.y).toBeGreaterThan(narrow.receipts.bottom);
  // Lines break between dates, amounts and states.
  for (const text of [`${fullPrice(NEXT)}, ${RECEIPTS.status.paid}`, `(${PROFILE.unverified})`]) {
    const words = page.getByText(text, { exact: true });
    await words.waitFor();
    expect((await words.boundingBox())?.height).toBeLessThan(40);
  }
});

describe('account deletion on a phone', () => {
  it('requires the password and signs out every open page', async () => {
    const { url, stack } = target();
    const person = await newSubscriber(target(), FIRST.price);
    const page = await browser.open(ON_A_PHONE, REJECTED);
    await steps.openSignedIn(page, url, person);
    await steps.untilSignedIn(page);
    const other = await page.context().newPage();
    await other.goto(`${url}/subscribe`);
    await steps.untilSignedIn(other);
    await page.goto(`${url}/account`);
    const deletion = await steps.unfold(page, 'deletion');
    await deletion.getByLabel(PROFILE.currentPassword).fill('wrong password');
    await deletion.getByRole('button', { name: DELETION.delete }).press('Enter');
    await steps.seesToast(page, 'Invalid login credentials. Please try again.');
    await deletion.getByLabel(PROFILE.currentPassword).fill(person.password);
    await deletion.getByRole('button', { name: DELETION.delete }).press('Enter');
    await steps.seesToast(page, DELETION.deleted);
    await other
      .getByRole('link', { name: PRICING.login, includeHidden: true })
      .first()
      .waitFor({ state: 'attached' });
    const { subscriptions, customers } = await stack.stripe.state();
    const theirs = customers.filter((one) => !one.deleted && one.email === person.email);
    expect([theirs, subscriptions.at(-1)?.status]).toEqual([[], 'canceled']);
  });
});
