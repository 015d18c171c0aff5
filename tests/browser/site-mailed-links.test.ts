import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FIELDS, LOGIN, REGISTER } from '../../web/src/content/account.ts';
import { PROFILE } from '../../web/src/content/account-page.ts';
import { ACCOUNT_ACTION, FORGOT_PASSWORD } from '../../web/src/content/mailed-links.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { mailedTo } from '../support/browser/mailed-to.ts';
import { ON_A_PHONE, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { signInVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const REJECTED = /status of 400/;
async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto(`${target().url}/login`);
  await page.getByRole('link', { name: LOGIN.forgotPassword }).click();
  await page.getByRole('heading', { name: FORGOT_PASSWORD.title }).waitFor();
  await steps.fillIn(page, { [FIELDS.email]: email });
  await page.getByRole('button', { name: FORGOT_PASSWORD.submit }).click();
  const status = page.getByRole('status').filter({ hasText: FORGOT_PASSWORD.sent });
  return (await status.textContent()) ?? '';
}

describe('a forgotten password on a phone', () => {
  it('can be reset through a mailed link, which works once', async () => {
    const person = await newMember(target());
    const page = await browser.open(ON_A_PHONE, REJECTED);
    await askForLink(page, person.email);
    const link = await mailedTo(target(), person.email, 'PASSWORD_RESET');

    await page.goto(link);
    await page.getByText(person.email).waitFor();
    await page.getByRole('button', { name: ACCOUNT_ACTION.save }).click();
    await steps.seesToast(page, MESSAGES.fillAllFields);
    await steps.fillIn(page, { [ACCOUNT_ACTION.newPassword]: 'a' });
    await page.getByRole('button', { name: ACCOUNT_ACTION.save }).click();
    await steps.seesToast(page, 'The password is too weak.');
    await steps.fillIn(page, { [ACCOUNT_ACTION.newPassword]: 'another secret' });
    await page.keyboard.press('Enter');
    await steps.seesToast(page, ACCOUNT_ACTION.passwordSaved);
    await page.waitForURL(`${target().url}/login`);

    for (const password of [person.password, 'another secret']) {
      await steps.fillIn(page, { [FIELDS.email]: person.email, [FIELDS.password]: password });
      // Submit by key: a pointer resting on a toast would keep it open.
      await page.getByLabel(FIELDS.password).press('Enter');
      await steps.seesToast(page, password === person.password ? 'Invalid' : LOGIN.succeeded);
    }
    await page.waitForURL(`${target().url}/subscribe`);

    await page.goto(link);
    await page.getByText(ACCOUNT_ACTION.used).waitFor();
    await page.getByRole('link', { name: ACCOUNT_ACTION.again }).click();
    await page.waitForURL(`${target().url}/forgot-password`);
  });

  it('gives the same answer with and without an account, and validates the address', async () => {
    const person = await newMember(target());
    const page = await browser.open(ON_A_PHONE, REJECTED);
    const known = await askForLink(page, person.email);
    expect(await askForLink(page, newPerson().email)).toBe(known);
    await page.goto(`${target().url}/forgot-password`);
    await steps.fillIn(page, { [FIELDS.email]: 'nobody' });
    await page.getByRole('button', { name: FORGOT_PASSWORD.submit }).click();
    await steps.seesToast(page, MESSAGES.validEmail);
  });
});

describe('a mailed link', () => {
  it('replaces its form with a message if it was used while the page was open', async () => {
    const person = await newMember(target());
    const page = await browser.open({}, REJECTED);
    await askForLink(page, person.email);
    const link = await mailedTo(target(), person.email, 'PASSWORD_RESET');
    await page.goto(link);
    await page.getByText(person.email).waitFor();
    const other = await page.context().newPage();
    await other.goto(link);
    await steps.fillIn(other, { [ACCOUNT_ACTION.newPassword]: 'first secret' });
    await other.getByRole('button', { name: ACCOUNT_ACTION.save }).click();
    await steps.seesToast(other, ACCOUNT_ACTION.passwordSaved);
    await steps.fillIn(page, { [ACCOUNT_ACTION.newPassword]: 'second secret' });
    await page.getByRole('button', { name: ACCOUNT_ACTION.save }).click();
    await page.getByText(ACCOUNT_ACTION.used).waitFor();
    expect(await page.getByLabel(ACCOUNT_ACTION.newPassword).count()).toBe(0);
  });

  it('shows a message once it has expired', async () => {
    const page = await browser.open({}, REJECTED);
    await page.route('**/accounts:resetPassword**', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'EXPIRED_OOB_CODE' } } }),
    );
    await page.goto(`${target().url}/account-action?mode=resetPassword&oobCode=old`);
    await page.getByText(ACCOUNT_ACTION.expired).waitFor();
  });

  it('can be retried if it could not be verified', async () => {
    const page = await browser.open({}, /ERR_FAILED|could not be followed/);
    await page.route('**/accounts:resetPassword**', (route) => route.abort());
    await page.goto(`${target().url}/account-action?mode=resetPassword&oobCode=any`);
    await page.getByText(ACCOUNT_ACTION.failed).waitFor();
    await page.getByRole('button', { name: ACCOUNT_ACTION.retry }).click();
    await page.getByText(ACCOUNT_ACTION.failed).waitFor();
  });

  it.each(['', '?mode=resetPassword', '?mode=unheardOf&oobCode=x'])(
    'is rejected with the query %j',
    async (search) => {
      const page = await browser.open();
      await page.goto(`${target().url}/account-action${search}`);
      await page.getByText(ACCOUNT_ACTION.used).waitFor();
    },
  );

  it('confirms the address after registration', async () => {
    const person = newPerson();
    const page = await browser.open();
    await steps.register(page, target().url, person);
    await page.goto(await mailedTo(target(), person.email, 'VERIFY_EMAIL'));
    await page.getByText(ACCOUNT_ACTION.done.verifyEmail).waitFor();
    const visitor = await signInVisitor(target().url, person);
    expect(visitor.user.emailVerified).toBe(true);
    await visitor.leave();
  });

  it('leads from a used confirmation link to the account, which can send another', async () => {
    const person = newPerson();
    const page = await browser.open({}, REJECTED);
    await steps.register(page, target().url, person);
    await page.goto(await mailedTo(target(), person.email, 'VERIFY_EMAIL'));
    await page.getByText(ACCOUNT_ACTION.done.verifyEmail).waitFor();
    await page.reload();
    await page.getByText(ACCOUNT_ACTION.used).waitFor();
    await page.getByRole('link', { name: ACCOUNT_ACTION.again }).click();
    await page.waitForURL(`${target().url}/account`);
    await page.getByText(`(${PROFILE.verified})`).waitFor();
  });

  it('does not stop registration if it cannot be sent', async () => {
    const page = await browser.open({}, /status of 503|could not be sent/);
    await page.route('**/accounts:sendOobCode**', (route) => route.fulfill({ status: 503 }));
    await steps.register(page, target().url, newPerson());
    await steps.seesToast(page, REGISTER.succeeded);
  });
});
