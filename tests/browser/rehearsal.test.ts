import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS } from '@outharbor/contract/paths';
import { LIVE_SOURCES } from '@outharbor/embedded/front-door/security-headers';
import { ALL_HOSTS, SECOND_DATABASE_HOST, SITE_HOST } from '@outharbor/rehearsal/hosts';
import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import type { Page } from 'playwright-core';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../conformance/stripe/support/checkout.ts';
import { type BrowserProfile, createProfile, type OpenBrowser } from '../support/live-browser.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { expectSubscribed } from './loop-suite.ts';
import * as steps from './steps.ts';

let rehearsal: Rehearsal;
let profile: BrowserProfile;
let folder: string;
let apiOutput = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clock-'));
  await setClock(0);
  const clock = new URL(import.meta.resolve('../support/shifted-clock.ts'));
  clock.searchParams.set('file', join(folder, 'offset'));
  rehearsal = await startRehearsal({
    apiNodeOptions: `--import ${clock.href}`,
    onApiOutput: (text) => (apiOutput += text),
  });
  profile = await createProfile({ browserArguments: rehearsal.browserArguments, hosts: ALL_HOSTS });
});
afterAll(async () => {
  await profile?.remove();
  await rehearsal?.close();
  await rm(folder, { recursive: true });
});

/** How far the API's clock is off, in milliseconds, from its next start on. */
const setClock = (offset: number) => writeFile(join(folder, 'offset'), String(offset));

/** The names in the table of the page, `<…>` and `…` standing for what each project has of its own. */
async function listedNames(): Promise<RegExp[]> {
  const page = await readFile(new URL('../../docs/going-live.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## The names that it speaks to$(.*?)(?=^## |(?!.))/ms.exec(page) ?? [];
  return [...section.matchAll(/`([^` /]+\.[a-z]+)`/g)].map(([, name = '']) => {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/<[^>]+>|…/g, '[\\w-]+');
    return new RegExp(`^${pattern}$`);
  });
}

const HOUR_MS = 3_600_000;

const isListed = (names: readonly RegExp[], name: string) =>
  name === SITE_HOST || names.some((pattern) => pattern.test(name));

describe('the live settings, with the stage behind every name', () => {
  const person = newPerson();
  const expectNoFault = ({ faults, sockets }: OpenBrowser) => {
    expect(faults).toEqual([]);
    expect(sockets.length).toBeGreaterThan(0);
    expect(sockets.filter((address) => !/^wss:\/\/[\w-]+\.firebaseio\.com\/\.ws\?/.test(address))).toEqual(
      [],
    );
  };
  const openPortal = async (page: Page) => {
    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await page.waitForURL('https://billing.stripe.com/p/session/**');
  };

  it('lead from the home page through widget, registration, payment and the bank to a plan', async () => {
    const { origin } = rehearsal;
    await profile.open(async (browser) => {
      const page = await browser.context.newPage();
      const answer = await page.goto(origin);
      const { 'content-security-policy': policy = '', 'strict-transport-security': transport = '' } =
        (await answer?.allHeaders()) ?? {};
      expect(policy).toContain('wss://*.firebaseio.com');
      expect(transport).toMatch(/^max-age=\d{8}/);
      await page.getByRole('main').getByRole('link', { name: 'Book Free Call' }).first().click();
      await page.waitForURL(`${origin}/booking-page`);
      await steps.bookCall(page, person);
      await steps.register(page, origin, person);
      await steps.submitLogin(page, person);
      await page.waitForURL(`${origin}/subscribe`);
      await steps.book(page, 'Popular');
      expect(page.url()).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_live_/);
      await steps.payWith(page, CARDS.asksForAuthentication);
      await page.getByRole('button', { name: 'Complete', exact: true }).click();
      await steps.proceed(page, origin);
      await expectSubscribed(page, 'Popular');
      expectNoFault(browser);
    });
    await rehearsal.stage.stripe.settle();
  });

  it('are found as they were left an hour later by the browser, opened again, and lead to the portal and back', async () => {
    const { origin } = rehearsal;
    await profile.open(async (browser) => {
      const page = await browser.context.newPage();
      // By then the token has expired, and another is asked for.
      await page.clock.setSystemTime(Date.now() + HOUR_MS);
      await page.goto(`${origin}/subscribe`);
      await expectSubscribed(page, 'Popular');
      await page.reload();
      await steps.untilSignedIn(page);
      await openPortal(page);
      await page.getByRole('link', { name: 'Cancel plan' }).click();
      await page.getByRole('button', { name: 'Cancel at period end' }).click();
      await page.getByText('Your plan ends on').waitFor();
      await page.getByRole('link', { name: 'Back to the site' }).click();
      await page.waitForURL(`${origin}/subscribe`);
      await expectSubscribed(page, 'Popular');
      // A webhook tells of the end.
      await rehearsal.stage.stripe.advanceTime({ months: 1, seconds: 1 });
      await page.getByRole('button', { name: 'Subscribed' }).waitFor({ state: 'detached' });
      expectNoFault(browser);
      // The second host of the greeting, as the SDK has kept it.
      expect(browser.sockets.some((address) => address.includes(SECOND_DATABASE_HOST))).toBe(true);
    });
    await rehearsal.stage.stripe.settle();
  });

  it('ask for no name that docs/going-live.md does not list, and for each that it lists', async () => {
    const listed = await listedNames();
    const asked = [...rehearsal.stage.gateway.names];
    expect(asked.filter((name) => !isListed(listed, name))).toEqual([]);
    expect(ALL_HOSTS.filter((name) => !asked.includes(name))).toEqual([]);
    const unknown = listed.filter((pattern) => !ALL_HOSTS.some((name) => pattern.test(name)));
    // A database in another region has other names.
    expect(unknown.filter(({ source }) => !source.includes('firebasedatabase'))).toEqual([]);
  });

  it('leave an API that is ready, has complained of nothing and calls itself live', async () => {
    expect((await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status).toBe(200);
    const lines = apiOutput
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { level: string; emulated?: boolean });
    expect(lines.some(({ emulated }) => emulated === false)).toBe(true);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

/** Each in the place where an operator would make it, and mended afterwards. */
describe("an operator's mistake is found, and named where the operator looks:", () => {
  const isReady = async () => (await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status === 200;
  /** The API stops being ready, says why, and is ready again once it is mended. */
  async function expectNotReady(why: RegExp, mistake: () => void, mend: () => void): Promise<void> {
    const before = apiOutput.length;
    mistake();
    try {
      await expect.poll(isReady, { timeout: 30_000 }).toBe(false);
      await expect.poll(() => apiOutput.slice(before)).toMatch(why);
    } finally {
      mend();
    }
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  }
  /** A payment's webhooks are refused with this reason, and taken once it is mended. */
  async function expectWebhooksRefused(why: RegExp, mistake: () => Promise<void>, mend: () => Promise<void>) {
    const { stripe, operator } = rehearsal.stage;
    await mistake();
    await rehearsal.api.restart();
    const before = apiOutput.length;
    try {
      const address = new URL(stripe.url);
      const account = new Stripe(operator.secrets.stripe_secret_key, {
        protocol: 'http',
        host: address.hostname,
        port: address.port,
      });
      const { id } = await createSession(account);
      await stripe.pay(id, { card: 'visa' });
      await expect(stripe.settle()).rejects.toThrow(/webhook deliveries fail/);
      await expect.poll(() => apiOutput.slice(before)).toMatch(why);
    } finally {
      await mend();
      await rehearsal.api.restart();
    }
    await stripe.settle();
  }

  it('a policy without wss, on the console of the browser', async () => {
    const connect = LIVE_SOURCES.connect.filter((source) => !source.startsWith('wss:'));
    rehearsal.openSite({ ...LIVE_SOURCES, connect });
    try {
      await profile.open(async ({ context, faults }) => {
        const page = await context.newPage();
        await page.goto(`${rehearsal.origin}/subscribe`);
        await expect
          .poll(() => faults.join('\n'), { timeout: 30_000 })
          .toMatch(/wss:\/\/.*violates.*connect-src/s);
      });
    } finally {
      rehearsal.openSite(LIVE_SOURCES);
    }
  });

  it('a key without a permission, in the log', async () => {
    const { stripe, operator } = rehearsal.stage;
    const key = operator.secrets.stripe_secret_key;
    const permit = (permissions: readonly string[]) => stripe.configure({ apiKeys: [{ key, permissions }] });
    const without = operator.permissions.filter((name) => !name.startsWith('plan_'));
    await expectNotReady(
      /"dependency":"stripe".*rak_plan_read/,
      () => permit(without),
      () => permit(operator.permissions),
    );
  });

  it('rules that were not published, in the log', async () => {
    const { database } = rehearsal.stage;
    const rules = await readFile(
      new URL('../../infra/firebase/database.rules.json', import.meta.url),
      'utf8',
    );
    await expectNotReady(
      /"dependency":"database".*Permission denied/,
      // As the console leaves a database that is started in locked mode.
      () => database.setRules({ rules: { '.read': false, '.write': false } }),
      () => database.setRules(rules),
    );
  });

  it('a certificate that has expired, in the log', async () => {
    const { authority, gateway } = rehearsal.stage;
    await expectNotReady(
      /"dependency":"stripe".*certificate has expired/,
      () => gateway.present(authority.issue(new Date(Date.now() - 60_000))),
      () => gateway.present(authority.issue()),
    );
  });

  it('a wrong webhook secret, in the log and at Stripe', async () => {
    const file = join(rehearsal.secretsFolder, 'stripe_webhook_secret');
    await expectWebhooksRefused(
      /webhook_signature_invalid.*No signatures found matching the expected signature/,
      () => writeFile(file, 'whsec_of_another_endpoint'),
      () => writeFile(file, rehearsal.stage.operator.secrets.stripe_webhook_secret),
    );
  });

  it("a machine's clock that is five minutes ahead, in the log and at Stripe", async () => {
    await expectWebhooksRefused(
      /webhook_signature_invalid.*Timestamp outside the tolerance zone/,
      () => setClock(310_000),
      () => setClock(0),
    );
  });
});
