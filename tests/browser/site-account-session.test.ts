import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson, type Person } from '../support/people.ts';
import { pageBrowser } from './site-fixture.ts';
import * as steps from './steps.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** The identity provider and the API answer requests with revoked tokens with an error. */
const REVOKED = /status of 40[01]|token-expired|INVALID|record/i;

async function openAccount(person: Person, expected?: RegExp): Promise<Page> {
  const page = await browser.open({ viewport: DESKTOP }, expected);
  await steps.logInAtOnce(page, target().url, person);
  await page.goto(`${target().url}/account`);
  await page.getByText(/^You have no plan\.|, paid$/).waitFor();
  return page;
}

const nameIn = (page: Page, name: string) =>
  page.getByRole('banner').getByText(name, { exact: true }).filter({ visible: true });

describe('after the password has been entered again', () => {
  async function openAndConfirmPassword(expected?: RegExp): Promise<Page> {
    const person = await newMember(target());
    const page = await openAccount(person, expected);
    const form = page.locator('form[name=email]');
    await form.getByLabel('New e-mail').fill(newPerson().email);
    await form.getByLabel('Current password').fill(person.password);
    await form.getByRole('button', { name: 'Change e-mail' }).click();
    await steps.seesToast(page, 'Please follow the link');
    return page;
  }

  it('signing out everywhere also signs out the page itself', async () => {
    const page = await openAndConfirmPassword(REVOKED);
    // Sign-ins are revoked by whole seconds, so one from the current second would stay valid.
    await pause(1000);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await steps.seesToast(page, 'You are signed out everywhere.');
    await page.getByText('Please log in to see your account.').waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  it('the header shows a saved name', async () => {
    const page = await openAndConfirmPassword();
    await steps.changeName(page, 'Ada Okafor');
    await nameIn(page, 'Ada Okafor').waitFor();
  });
});
