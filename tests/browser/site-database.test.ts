import { RUNTIME_CONFIG_PATH } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { FIRST } from '@outharbor/contract/testing/plans';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP } from '../../infra/emulators/tests/support/browser.ts';
import { BOOK_CALL } from '../../web/src/content/navigation.ts';
import { PRICING } from '../../web/src/content/pricing.ts';
import { SUCCESS } from '../../web/src/content/success.ts';
import { hydrated, PATHS, pageBrowser, watchSockets } from '../support/browser/site-fixture.ts';
import * as steps from '../support/browser/steps.ts';
import { VISA } from '../support/card.ts';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';

const target = embeddedTarget({ apiInstances: 2 });
const browser = pageBrowser();

/** The SDK sets this flag when it opens a socket and removes it only once the socket has worked. */
const FAILED_BEFORE = `localStorage.setItem('firebase:previous_websocket_failure', 'true')`;

async function view(page: Page, path: string): Promise<void> {
  await page.goto(`${target().url}${path}`);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
}

/** Configures the database by URL, as in the live configuration. */
async function configureAsLive(page: Page): Promise<void> {
  await page.route(`**${RUNTIME_CONFIG_PATH}`, async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as RuntimeConfig;
    const databaseUrl = `${target().url}?ns=${config.firebase.databaseNamespace}`;
    await route.fulfill({
      response: answer,
      json: { ...config, firebase: { ...config.firebase, databaseUrl } },
    });
  });
}

it('viewing a page signed out opens no database connection', async () => {
  const page = await browser.open({ viewport: DESKTOP }, /404/);
  const sockets = watchSockets(page);
  for (const path of PATHS) {
    await view(page, path);
    expect(sockets, path).toEqual([]);
  }
});

it('reading pages while signed in opens no database connection', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  await steps.openSignedIn(page, target().url, await newMember(target()));
  await steps.untilSignedIn(page);
  // The pricing page connects, possibly late, so leave it before watching.
  await page.goto(target().url);
  const sockets = watchSockets(page);
  for (const path of ['/', '/faq', '/caseStudies', '/privacy']) await view(page, path);
  expect(sockets).toEqual([]);
});

it('each API process and each page with plans, account or payment opens one database connection', async () => {
  const { stack, url } = target();
  const expectConnections = (pages: number) =>
    expect.poll(() => stack.database.sessions).toBe(stack.apis.length + pages);
  const page = await browser.open({ viewport: DESKTOP });
  const { length: before } = page.context().pages();
  const openTab = async (path: string) => {
    const tab = await page.context().newPage();
    await tab.goto(`${url}${path}`);
    await hydrated(tab);
  };
  await steps.openSignedIn(page, url, await newMember(target()));
  await steps.untilSignedIn(page);
  await expectConnections(1);
  await openTab('/account');
  await expectConnections(2);
  await openTab('/success');
  await expectConnections(3);
  await openTab('/faq');
  // Client-side navigation opens no connection either.
  await page.getByRole('main').getByRole('link', { name: BOOK_CALL.label }).click();
  await steps.widgetFrame(page).getByRole('grid').waitFor();
  await expectConnections(3);
  for (const tab of page.context().pages().slice(before)) await tab.close();
  await expectConnections(1);
  await page.goto(`${url}/faq`);
  await expectConnections(0);
});

it.each([
  ['emulated', async () => {}],
  ['live', configureAsLive],
])(
  'a browser that remembers a failed socket still uses a socket to the %s database',
  async (_settings, configure) => {
    const page = await browser.open({ viewport: DESKTOP });
    await configure(page);
    await page.addInitScript(FAILED_BEFORE);
    const polled: string[] = [];
    page.on('request', (request) => request.url().includes('/.lp') && polled.push(request.url()));
    await steps.openSignedIn(page, target().url, await newMember(target()));
    await steps.book(page, FIRST.title);
    expect(polled).toEqual([]);
  },
);

it('a cookie with Firebase defaults does not redirect the database connection', async () => {
  const page = await browser.open({ viewport: DESKTOP });
  const settings = { emulatorHosts: { database: 'localhost:9' } };
  const value = Buffer.from(JSON.stringify(settings)).toString('base64url');
  await page.context().addCookies([{ name: '__FIREBASE_DEFAULTS__', value, url: target().url }]);
  const sockets = watchSockets(page);
  await steps.openSignedIn(page, target().url, await newMember(target()));
  await steps.untilSignedIn(page);
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  const { host } = new URL(target().url);
  expect(new Set(sockets.map((address) => new URL(address).host))).toEqual(new Set([host]));
});

it('sells plans and confirms payments while something blocks the database, and says that the plan cannot be shown', async () => {
  const page = await browser.open({ viewport: DESKTOP }, /WebSocket|FIREBASE/);
  await page.routeWebSocket(/\.ws/, (socket) => void socket.close());
  await steps.openSignedIn(page, target().url, await newMember(target()));
  await page.goto(`${target().url}/subscribe`);
  await page.getByText(PRICING.planUnknown).waitFor();
  await page.getByRole('button', { name: `${PRICING.book} ${FIRST.title}` }).click();
  await page.waitForURL('**/c/pay/**');
  const session = /cs_test_\w+/.exec(page.url())?.[0] ?? '';
  await target().stack.stripe.pay(session, { card: VISA });
  await page.goto(`${target().url}/success?session_id=${session}`);
  await page.getByRole('button', { name: SUCCESS.action }).click();
  await page.waitForURL('**/subscribe');
});
