import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/embedded/free-port';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DESKTOP } from '../support/browser.ts';
import { newMember } from '../support/members.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { buildNextRelease, NEXT_EMAIL, type Release } from '../support/releases.ts';
import { hold, siteBrowser, takenOver } from './site-fixture.ts';
import * as steps from './steps.ts';

/** What the browser itself says of files that are gone, and the site of what it could not fetch. */
const GONE =
  /404|503|could not be fetched|not loaded|not known yet|did not start|dynamically imported|WebSocket/;

let next: Release;
let dataDir: string;
let port: number;
let stack: EmbeddedStack;
beforeAll(async () => {
  next = await buildNextRelease();
  dataDir = await mkdtemp(join(tmpdir(), 'release-data-'));
  port = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({ dataDir, port });
});
const browser = siteBrowser();
afterAll(async () => {
  await stack?.close();
  await next?.remove();
  await rm(dataDir, { recursive: true });
});

async function deploy(options: { readonly siteDir?: string } = {}): Promise<void> {
  await stack.close();
  stack = await startEmbeddedStack({ dataDir, port, ...options });
}
/** Of the release before, nothing is left. */
const deployNext = () => deploy(next);

let isNext = true;
beforeEach(async () => {
  if (isNext) await deploy();
  isNext = true;
});

const open = () => browser.open({ viewport: DESKTOP }, GONE);
const visit = async (path: string): Promise<Page> => {
  const page = await open();
  await page.goto(`${stack.url}${path}`);
  return page;
};

/** The document is one of the next release. */
const expectNext = (page: Page) =>
  expect
    .poll(() => page.locator(`a[href="mailto:${NEXT_EMAIL}"]`).count(), { timeout: 15_000 })
    .toBeGreaterThan(0);

it('a link of a page that React has taken over leads on', async () => {
  const page = await visit('/AboutUs');
  await takenOver(page);
  await deployNext();
  await page.getByRole('banner').getByRole('link', { name: 'F.A.Q' }).click();
  await page.locator('details').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/faq');
  await expectNext(page);
  await takenOver(page);
});

it('a page that nobody has touched starts, and its links lead on', async () => {
  const page = await visit('/AboutUs');
  await page.waitForLoadState('networkidle');
  await deployNext();
  await takenOver(page);
  await page.getByRole('banner').getByRole('link', { name: 'F.A.Q' }).click();
  await expectNext(page);
});

it('a page that comes from the cache starts', async () => {
  const page = await visit('/faq');
  await page.goto('about:blank');
  await deployNext();
  await page.goBack();
  await takenOver(page);
  await page.getByRole('banner').getByRole('link', { name: 'Case Studies' }).click();
  await page.getByRole('article').waitFor();
  await expectNext(page);
});

it('Book on plans that are open leads to the checkout, and the checkout back to the plan', async () => {
  const page = await open();
  await steps.logInAtOnce(page, stack.url, await newMember(stack));
  await steps.untilSignedIn(page);
  await deployNext();
  await steps.book(page, 'Basic');
  await steps.payWith(page, CARDS.pays);
  await steps.proceed(page, stack.url);
  await steps.planCard(page, 'Basic').getByRole('button', { name: 'Subscribed' }).waitFor();
});

it('Book on plans that nobody has touched works after one more load at the most', async () => {
  const page = await visit('/subscribe');
  await page.waitForLoadState('networkidle');
  await deployNext();
  const loaded: string[] = [];
  page.on('load', () => loaded.push(page.url()));
  const book = steps.planCard(page, 'Basic').getByRole('button', { name: 'Book' });
  await book.click();
  await expect.poll(() => loaded.length).toBe(1);
  await book.click();
  await steps.isTold(page, 'Please login first');
  expect(loaded).toHaveLength(1);
});

it('a checkout that was open during the deployment leads back to the plan', async () => {
  const page = await open();
  await steps.logInAtOnce(page, stack.url, await newMember(stack));
  await steps.book(page, 'Popular');
  await deployNext();
  await steps.payWith(page, CARDS.pays);
  await steps.proceed(page, stack.url);
  await steps.planCard(page, 'Popular').getByRole('button', { name: 'Subscribed' }).waitFor();
});

it('Back from the checkout leads to plans that can be booked', async () => {
  const page = await open();
  await steps.logInAtOnce(page, stack.url, await newMember(stack));
  await steps.book(page, 'Popular');
  await deployNext();
  await page.goBack();
  await steps.untilSignedIn(page);
  await steps.book(page, 'Basic');
});

it('a form with input in it is sent, and leads on', async () => {
  const person = newPerson();
  const page = await visit('/register');
  await page.waitForLoadState('networkidle');
  const { name, email, password } = person;
  await steps.fillIn(page, { FullName: name, Email: email, Password: password });
  await deployNext();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL(`${stack.url}/login`);
  await steps.submitLogin(page, person);
  await page.waitForURL(`${stack.url}/subscribe`);
  await page.getByText(name).first().waitFor();
});

it('a form that lacks a part keeps its input and asks for the password alone', async () => {
  const { name, email, password } = newPerson();
  const page = await open();
  const part = await hold(page, /\/assets\/firebase-auth-/);
  await page.goto(`${stack.url}/register`);
  await expect.poll(() => part.asked.length).toBe(1);
  await steps.fillIn(page, { FullName: name, Email: email, Password: password });
  await deployNext();
  part.release();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForEvent('load');
  await takenOver(page);
  expect(await page.getByLabel('FullName').inputValue()).toBe(name);
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL(`${stack.url}/login`);
});

it('a form that lacks a part before anything is typed is loaded anew at once', async () => {
  const page = await open();
  const part = await hold(page, /\/assets\/firebase-auth-/);
  await page.goto(`${stack.url}/login`);
  await expect.poll(() => part.asked.length).toBe(1);
  await deployNext();
  part.release();
  await page.waitForEvent('load');
  await steps.logIn(page, stack.url, await newMember(stack));
});
