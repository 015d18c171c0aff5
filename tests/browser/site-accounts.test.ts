import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { FIELDS, LOGIN, PASSWORD_RULE, REGISTER, SHOW_PASSWORD } from '../../web/src/content/account.ts';
import { BRAND } from '../../web/src/content/brand.ts';
import { MESSAGES } from '../../web/src/content/messages.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import {
  EACH_ONCE,
  hold,
  hydrated,
  ON_A_PHONE,
  pageBrowser,
  VISITS,
} from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { newPerson } from '../support/people.ts';
import { signInVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = pageBrowser();

/** The browser logs an error response from the identity provider. */
const REJECTED = /status of 400/;

interface FieldFacts {
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
}

const NAME = { label: FIELDS.userName, type: 'text', required: false };
const EMAIL = { label: FIELDS.email, type: 'email', required: true };
const PASSWORD = { label: FIELDS.password, type: 'password', required: true };

/** DOM type for code evaluated in the page; the tests compile without the DOM library. */
interface InputElement {
  readonly labels: readonly { readonly textContent: string }[];
  readonly type: string;
  readonly required: boolean;
}

const readFields = (page: Page): Promise<FieldFacts[]> =>
  page.locator('form input').evaluateAll((inputs) =>
    (inputs as unknown as InputElement[]).map(({ labels, type, required }) => ({
      label: labels[0]?.textContent ?? '',
      type,
      required,
    })),
  );

/** Returns a function that reads the field values right after the form was reset. */
async function watchClearing(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`addEventListener('reset', ({ target }) => queueMicrotask(() => {
    window.afterReset = [...target.querySelectorAll('input')].map(({ value }) => value);
  }))`);
  return () => page.evaluate('window.afterReset');
}

describe.each(EACH_ONCE)('forms $how', (how) => {
  const visit = (path: string) => browser.visit(how, `${target().url}${path}`);

  it('registration and login show their title, fields and button, and link to each other', async () => {
    const page = await visit('/register');
    expect(await page.getByRole('heading').allTextContents()).toEqual([REGISTER.title]);
    expect(await readFields(page)).toEqual([NAME, EMAIL, PASSWORD]);
    expect(await page.locator('form').locator('[type=submit]').allTextContents()).toEqual([REGISTER.submit]);
    await page.getByRole('link', { name: REGISTER.switchLink, exact: true }).click();
    await page.waitForURL(`${target().url}/login`);
    await page.getByRole('heading', { name: LOGIN.title }).waitFor();
    expect(await page.getByRole('heading').allTextContents()).toEqual([LOGIN.title]);
    expect(await readFields(page)).toEqual([EMAIL, PASSWORD]);
    expect(await page.locator('form').locator('[type=submit]').allTextContents()).toEqual([PRICING.login]);
    await page.getByRole('link', { name: LOGIN.switchLink, exact: true }).click();
    await page.waitForURL(`${target().url}/register`);
  });
});

describe('a registration form', () => {
  it('keeps name and address while the visitor looks at login, but no password', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/register`);
    await hydrated(page);
    const typed = {
      [FIELDS.userName]: 'Ada',
      [FIELDS.email]: 'ada@example.com',
      [FIELDS.password]: 'secret',
    };
    await steps.fillIn(page, typed);
    await page.getByRole('link', { name: REGISTER.switchLink, exact: true }).click();
    await page.getByRole('heading', { name: LOGIN.title }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: REGISTER.title }).waitFor();
    const values = Object.keys(typed).map((label) => page.getByLabel(label, { exact: true }).inputValue());
    expect(await Promise.all(values)).toEqual(['Ada', 'ada@example.com', '']);
  });

  it('names the rule for a password, and shows and hides what is typed', async () => {
    const page = await browser.open({ viewport: DESKTOP });
    await page.goto(`${target().url}/register`);
    await hydrated(page);
    const password = page.getByLabel(FIELDS.password, { exact: true });
    const { show, hide, what } = SHOW_PASSWORD;
    expect(
      await page.locator(`[id="${await password.getAttribute('aria-describedby')}"]`).textContent(),
    ).toBe(PASSWORD_RULE);
    for (const [button, type] of [
      [show, 'text'],
      [hide, 'password'],
    ] as const) {
      await page.getByRole('button', { name: `${button} ${what}` }).click();
      expect(await password.getAttribute('type')).toBe(type);
    }
  });
});

describe.each(VISITS.filter(({ script }) => !script))('forms $how', (how) => {
  it('every form and pricing say that they need JavaScript', async () => {
    const page = await browser.open(how.options);
    for (const path of ['/register', '/login', '/subscribe', '/forgot-password', '/account-action']) {
      await page.goto(`${target().url}${path}`);
      expect(await page.locator('noscript .notice').textContent(), path).toBe(
        `${MESSAGES.needsScript} ${BRAND.email}`,
      );
    }
  });
});

describe('on a phone', () => {
  async function open(path: string): Promise<Page> {
    const page = await browser.open(ON_A_PHONE, REJECTED);
    await page.goto(`${target().url}${path}`);
    return page;
  }

  it('registration sets the display name, writes the record, clears the fields and leads to login', async () => {
    const person = newPerson();
    const page = await open('/register');
    const cleared = await watchClearing(page);
    await steps.submitRegistration(page, person);
    await steps.seesToast(page, REGISTER.succeeded);
    await page.waitForURL(`${target().url}/login`);
    expect(await cleared()).toEqual(['', '', '']);

    const visitor = await signInVisitor(target().url, person);
    const { uid, displayName } = visitor.user;
    expect(displayName).toBe(person.name);
    expect(await visitor.recordWhen(() => true)).toEqual({ uid, email: person.email, userName: person.name });
    await visitor.leave();
  });

  it('login clears the fields when it leads to the pricing page', async () => {
    const person = await newMember(target());
    const page = await open('/login');
    await page.clock.install();
    const cleared = await watchClearing(page);
    await steps.submitLogin(page, person);
    await steps.seesToast(page, LOGIN.succeeded);
    expect(await cleared()).toBeUndefined();
    await page.clock.fastForward(3000);
    await page.waitForURL(`${target().url}/subscribe`);
    expect(await cleared()).toEqual(['', '']);
  });

  it.each([
    [REGISTER.submit, '/register', 'accounts:signUp', steps.submitRegistration],
    [LOGIN.submit, '/login', 'accounts:signInWithPassword', steps.submitLogin],
  ])('%s shows a spinner while pending and submits once', async (name, path, call, submit) => {
    const page = await open(path);
    const provider = await hold(page, `**/${call}**`);
    const person = await newMember(target());
    await submit(page, { ...person, password: 'wrong' });
    const button = page.getByRole('button', { name, exact: true });
    await button.locator('.spinner').waitFor();
    expect(await button.getAttribute('aria-busy')).toBe('true');
    await page.getByRole('status').filter({ hasText: 'Please wait' }).waitFor({ state: 'attached' });
    await button.press('Enter');
    await page.getByLabel(FIELDS.email).press('Enter');
    await expect.poll(() => provider.requests.length).toBe(1);
    provider.release();
    await button.locator('.spinner').waitFor({ state: 'detached' });
    expect(provider.requests).toHaveLength(1);
    // The input is kept for correction.
    expect(await page.getByLabel(FIELDS.email).inputValue()).toBe(person.email);
    expect(await page.getByLabel(FIELDS.password).inputValue()).toBe('wrong');
  });

  it('leaves password rules to the identity provider', async () => {
    const page = await open('/register');
    await steps.submitRegistration(page, { ...newPerson(), password: 'a' });
    await steps.seesToast(page, 'The password is too weak.');
    const bounded = page.locator('[minlength], [maxlength], [pattern]');
    expect(await bounded.count()).toBe(0);
    await page.getByRole('link', { name: REGISTER.switchLink }).click();
    await page.getByRole('heading', { name: LOGIN.title }).waitFor();
    expect(await bounded.count()).toBe(0);
  });

  it.each([
    {
      what: 'every field is empty',
      typed: {},
      field: FIELDS.userName,
      faulty: [FIELDS.userName, FIELDS.email, FIELDS.password],
      message: MESSAGES.fillAllFields,
    },
    {
      what: 'the password is missing and the email is invalid',
      typed: { [FIELDS.userName]: 'Ada', [FIELDS.email]: 'nobody' },
      field: FIELDS.password,
      faulty: [FIELDS.email, FIELDS.password],
      message: MESSAGES.fillAllFields,
    },
    {
      what: 'the name has only zero-width characters',
      typed: {
        [FIELDS.userName]: '\u200b\u2060',
        [FIELDS.email]: 'ada@example.com',
        [FIELDS.password]: 'secret',
      },
      field: FIELDS.userName,
      faulty: [FIELDS.userName],
      message: MESSAGES.validName,
    },
    {
      what: 'the email has a one-letter top-level domain',
      typed: { [FIELDS.userName]: 'Ada', [FIELDS.email]: 'ada@example.c', [FIELDS.password]: 'secret' },
      field: FIELDS.email,
      faulty: [FIELDS.email],
      message: MESSAGES.validEmail,
    },
  ])('does not submit a registration if $what', async ({ typed, field, faulty, message }) => {
    const page = await open('/register');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('accounts:') && sent.push(request.url()));
    await steps.fillIn(page, typed as Record<string, string>);
    await page.getByRole('button', { name: REGISTER.submit, exact: true }).click();
    await steps.seesToast(page, message);
    await page.getByLabel(field, { exact: true }).and(page.locator(':focus')).waitFor();
    const marked = page.locator('.field', { has: page.locator('[aria-invalid]') }).locator('label');
    expect(await marked.allInnerTexts()).toEqual(faulty);
    expect(sent).toEqual([]);
  });
});

it('does not report success if the user record cannot be written', async () => {
  const page = await browser.open({}, /WebSocket|record of the new account/);
  await page.routeWebSocket(/\.ws/, (socket) => socket.close());
  await page.route('**/.lp**', (route) => route.abort());
  await page.clock.install();
  await page.goto(`${target().url}/register`);
  const named = page.waitForResponse('**/accounts:update**');
  await steps.submitRegistration(page, newPerson());
  await named;
  await page.clock.fastForward(10_000);
  await steps.seesToast(page, REGISTER.withoutRecord);
  expect(await steps.toasts(page).filter({ hasText: REGISTER.succeeded }).count()).toBe(0);
});
