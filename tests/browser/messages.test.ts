import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type BrowserVisitor, browserFixture } from '../../infra/emulators/tests/support/browser.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';

const target = embeddedTarget();
const browser = browserFixture();

/** The browser and the site both log an error response from the identity provider. */
const REJECTION = [/status of 400/, /The identity provider failed/];

async function arrive(): Promise<{ visitor: BrowserVisitor; page: Page }> {
  const visitor = await browser.arrive(target().url);
  return { visitor, page: await visitor.openTab() };
}

async function visit(path: string): Promise<{ visitor: BrowserVisitor; page: Page }> {
  const { visitor, page } = await arrive();
  await page.goto(`${target().url}${path}`);
  return { visitor, page };
}

async function closeToast(page: Page): Promise<void> {
  const toasts = steps.toasts(page);
  await toasts.getByRole('button', { name: 'Close notification' }).click();
  await toasts.waitFor({ state: 'detached' });
}

describe('registration error messages', () => {
  it('reports a weak password, one that is too long, and an email already in use', async () => {
    const person = await newMember(target());
    const { visitor, page } = await visit('/register');
    visitor.expectErrors(...REJECTION);
    await steps.submitRegistration(page, { ...newPerson(), password: '12345' });
    await steps.seesToast(page, 'The password is too weak.');
    await steps.submitRegistration(page, { ...newPerson(), password: 'x'.repeat(5000) });
    await steps.seesToast(page, 'Password may contain at most 4096 characters.');
    await steps.submitRegistration(page, person);
    await steps.seesToast(page, 'This email address is already in use.');
  });
});

describe('login error messages', () => {
  it('reports a missing password and an invalid email', async () => {
    const { page } = await visit('/login');
    await steps.submitLogin(page, { ...newPerson(), password: '' });
    await steps.seesToast(page, MESSAGES.fillAllFields);
    await steps.submitLogin(page, { ...newPerson(), email: 'nobody' });
    await steps.seesToast(page, MESSAGES.validEmail);
  });

  it('does not distinguish an unknown email from a wrong password', async () => {
    const person = await newMember(target());
    const { visitor, page } = await visit('/login');
    visitor.expectErrors(...REJECTION);
    for (const attempt of [newPerson(), { ...person, password: 'not-the-one' }]) {
      await steps.submitLogin(page, attempt);
      await steps.seesToast(page, 'Invalid login credentials. Please try again.');
      await closeToast(page);
    }
  });
});

/** Messages shown by error code of the identity provider. */
const CATALOGUE = {
  INVALID_EMAIL: 'The email address is badly formatted.',
  INVALID_NEW_EMAIL: 'The email address is badly formatted.',
  USER_DISABLED: 'This user has been disabled.',
  EMAIL_NOT_FOUND: 'Invalid email or password.',
  INVALID_PASSWORD: 'Invalid email or password.',
  INVALID_LOGIN_CREDENTIALS: 'Invalid login credentials. Please try again.',
  EMAIL_EXISTS: 'This email address is already in use.',
  OPERATION_NOT_ALLOWED: 'Email/password accounts are not enabled.',
  PASSWORD_LOGIN_DISABLED: 'Email/password accounts are not enabled.',
  WEAK_PASSWORD: 'The password is too weak.',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'An unexpected error occurred. Please try again.',
  SOMETHING_ELSE: 'An unexpected error occurred. Please try again.',
};

it('the login form shows a message for every error code of the identity provider', async () => {
  const { visitor, page } = await visit('/login');
  visitor.expectErrors(...REJECTION);
  let message = '';
  await page.route('**/v1/accounts:**', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
  );
  for (const [answer, text] of Object.entries(CATALOGUE)) {
    message = answer;
    await steps.submitLogin(page, newPerson());
    await steps.seesToast(page, text);
    expect(await steps.toasts(page).count(), answer).toBe(1);
    await closeToast(page);
  }
});

describe('logout error messages', () => {
  it('reports a failure and allows another attempt', async () => {
    const { visitor, page } = await arrive();
    visitor.expectErrors(/The user could not be signed out/);
    await steps.openSignedIn(page, target().url, await newMember(target()));
    await steps.untilSignedIn(page);
    await page.evaluate(`{
      const { removeItem } = Storage.prototype;
      Storage.prototype.removeItem = function (key) {
        // The database's SDK also removes something, whenever its socket has worked.
        if (!key.startsWith('firebase:authUser:')) return removeItem.call(this, key);
        Storage.prototype.removeItem = removeItem;
        throw new Error('The storage is unavailable');
      };
    }`);
    await page.getByRole('button', { name: PRICING.logout }).click();
    await steps.seesToast(page, MESSAGES.somethingWentWrong);
    await steps.logOut(page);
  });
});
