import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, fullPrice, NEXT } from '@outharbor/contract/testing/plans';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { ACCOUNT, PLAN, PROFILE, RECEIPTS } from '../../web/src/content/account-page.ts';
import { hydrated, pageBrowser } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember, newSubscriber, subscribe } from '../support/members.ts';
import { newPerson, type Person } from '../support/people.ts';
import { signInVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();
const browser = pageBrowser();

const OVERVIEW = `**${API_PATHS.account}`;
/** The identity provider and the API answer requests with revoked tokens with an error. */
const REVOKED = /status of 40[01]|token-expired|INVALID|record/i;

async function openAccount(person: Person, expected?: RegExp): Promise<Page> {
  const page = await browser.open({ viewport: DESKTOP }, expected);
  await steps.openSignedIn(page, target().url, person, '/account');
  await page.getByText(new RegExp(`^${PLAN.none}|, ${RECEIPTS.status.paid}$`)).waitFor();
  return page;
}

const nameIn = (page: Page, name: string) =>
  page.getByRole('banner').getByText(name, { exact: true }).filter({ visible: true });

/** Resolves once the page has received the record of a person. */
function watchRecord(page: Page, { email }: Person): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes(email) && resolve()),
    );
  });
}

/** Holds the answer to the first overview call, which is fetched at once, until released. */
async function holdFirstOverview(page: Page) {
  const released = Promise.withResolvers<void>();
  const fetched = Promise.withResolvers<Request>();
  await page.route(
    OVERVIEW,
    async (route) => {
      const response = await route.fetch();
      fetched.resolve(route.request());
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return {
    fetched: fetched.promise,
    release: async () => {
      released.resolve();
      await (await (await fetched.promise).response())?.finished();
    },
  };
}

describe('after the password has been entered again', () => {
  async function openAndConfirmPassword(expected?: RegExp): Promise<Page> {
    const person = await newMember(target());
    const page = await openAccount(person, expected);
    const form = await steps.unfold(page, 'email');
    await form.getByLabel(PROFILE.newEmail).fill(newPerson().email);
    await form.getByLabel(PROFILE.currentPassword).fill(person.password);
    await form.getByRole('button', { name: PROFILE.changeEmail }).click();
    await steps.seesToast(page, PROFILE.emailSent);
    return page;
  }

  it('signing out everywhere also signs out the page itself', async () => {
    const page = await openAndConfirmPassword(REVOKED);
    // Sign-ins are revoked by whole seconds, so one from the current second would stay valid.
    await pause(1000);
    await page.getByRole('button', { name: PROFILE.signOutEverywhere }).click();
    await steps.seesToast(page, PROFILE.signedOutEverywhere);
    await page.getByText(ACCOUNT.loginFirst).waitFor();
    expect(await page.locator('form').count()).toBe(0);
  });

  it('the header shows a saved name', async () => {
    const page = await openAndConfirmPassword();
    await steps.changeName(page, 'Ada Okafor');
    await nameIn(page, 'Ada Okafor').waitFor();
  });
});

describe('when another tab logs in as someone else', () => {
  /** Opens a subscriber's page, and in another tab a login form from before, for somebody else. */
  async function openBesideLogin() {
    const [first, second] = [await newSubscriber(target(), NEXT.price), await newMember(target())];
    const page = await browser.open({ viewport: DESKTOP });
    const loginTab = await page.context().newPage();
    await loginTab.goto(`${target().url}/login`);
    await hydrated(loginTab);
    await steps.openSignedIn(page, target().url, first);
    return { page, loginTab, second };
  }

  it('the page shows nothing of the previous person, not even while it loads', async () => {
    const { page, loginTab, second } = await openBesideLogin();
    await page.goto(`${target().url}/account`);
    await page.getByText(`${fullPrice(NEXT)}, ${RECEIPTS.status.paid}`).waitFor();
    await (await steps.unfold(page, 'deletion')).getByLabel(PROFILE.currentPassword).fill('half-typed');
    const overview = await holdFirstOverview(page);
    await steps.submitLogin(loginTab, second);
    await nameIn(page, second.name).waitFor();
    await overview.fetched;
    expect(await page.getByText(fullPrice(NEXT)).count()).toBe(0);
    expect(await page.getByLabel(PROFILE.name, { exact: true }).inputValue()).toBe(second.name);
    expect(await page.locator('form[name=deletion] input').inputValue()).toBe('');
    await overview.release();
    await page.getByText(PLAN.none).waitFor();
  });

  it('a late answer for the previous person is ignored', async () => {
    const { page, loginTab, second } = await openBesideLogin();
    const overview = await holdFirstOverview(page);
    await page.goto(`${target().url}/account`);
    await overview.fetched;
    await steps.submitLogin(loginTab, second);
    await page.getByText(PLAN.none).waitFor();
    await overview.release();
    await nameIn(page, second.name).waitFor();
    expect(await page.getByText(fullPrice(NEXT)).count()).toBe(0);
    await page.getByText(PLAN.none).waitFor();
  });
});

describe('the overview', () => {
  it('is loaded once per visit', async () => {
    const person = await newSubscriber(target(), FIRST.price);
    const page = await openAccount(person);
    const calls: string[] = [];
    page.on('request', (request) => request.url().endsWith(API_PATHS.account) && calls.push(request.url()));
    const record = watchRecord(page, person);
    await page.reload();
    await record;
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(1);
  });

  it('shows a plan bought before the page has received the record', async () => {
    const person = await newMember(target());
    const page = await openAccount(person);
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/firebase-database*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText(PLAN.none).waitFor();
    const visitor = await signInVisitor(target().url, person);
    await subscribe(visitor, target(), FIRST.price);
    await visitor.leave();
    released.resolve();
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
  });

  it('is loaded even if the record cannot be read', async () => {
    const person = await newSubscriber(target(), FIRST.price);
    const page = await openAccount(person, /WebSocket/);
    await page.routeWebSocket(/\.ws/, (socket) => socket.close());
    await page.reload();
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
  });

  it('keeps the newest answer when an older one arrives later', async () => {
    const { url } = target();
    const person = await newMember(target());
    const page = await openAccount(person);
    const overview = await holdFirstOverview(page);
    const record = watchRecord(page, person);
    await page.reload();
    await Promise.all([record, overview.fetched]);
    const visitor = await signInVisitor(url, person);
    await subscribe(visitor, target(), FIRST.price);
    await visitor.leave();
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
    await overview.release();
    await page.waitForLoadState('networkidle');
    await page.getByText(`${fullPrice(FIRST)}, ${RECEIPTS.status.paid}`).waitFor();
    expect(await page.getByText(PLAN.none).count()).toBe(0);
  });
});
