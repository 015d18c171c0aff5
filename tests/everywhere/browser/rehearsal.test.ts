// @module-tag chromium
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATHS } from '@outharbor/contract/paths';
import { planLookupKey } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { liveSources } from '@outharbor/embedded/front-door/security-headers';
import { ALL_HOSTS, DATABASE_HOST } from '@outharbor/rehearsal/hosts';
import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../../infra/emulators/tests/support/stripe/checkout.ts';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { readApiLog } from '../../support/api-log.ts';
import { describeLiveWalk } from '../../support/browser/live-suite.ts';
import * as steps from '../../support/browser/steps.ts';
import { type BrowserProfile, createProfile } from '../../support/live-browser.ts';
import { newPerson } from '../../support/people.ts';

let rehearsal: Rehearsal;
let profile: BrowserProfile;
const folder = suiteFixture(temporaryFolder);
let apiOutput = '';
beforeAll(async () => {
  await setClock(0);
  const clock = new URL(import.meta.resolve('../../support/shifted-clock.ts'));
  clock.searchParams.set('file', join(folder.path, 'offset'));
  rehearsal = await startRehearsal({
    apiNodeOptions: `--import ${clock.href}`,
    onApiOutput: (text) => (apiOutput += text),
  });
  profile = await createProfile({ browserArguments: rehearsal.browserArguments, hosts: ALL_HOSTS });
});
afterAll(async () => {
  await profile?.remove();
  await rehearsal?.close();
});

/** Sets the offset of the API's clock in milliseconds, from its next start on. */
const setClock = (offset: number) => writeFile(join(folder.path, 'offset'), String(offset));

describeLiveWalk(() => {
  const { origin, browserArguments, stage } = rehearsal;
  const { settle, advanceTime } = stage.stripe;
  return { origin, browserArguments, settle, advanceTime, names: async () => [...stage.gateway.names] };
});

describe('the API after these visits', () => {
  it('is ready, has logged no warnings and reports live mode', async () => {
    expect((await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status).toBe(200);
    expect(readApiLog(apiOutput)).toEqual({ isLive: true, warnings: [] });
  });
});

/** Each mistake is made where an operator would make it, and corrected afterwards. */
describe("reports an operator's mistake:", () => {
  const isReady = async () => (await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status === 200;
  /** Asserts that the API is not ready and logs why, and that it recovers after the correction. */
  async function expectNotReady(why: RegExp, mistake: () => void, correct: () => void): Promise<void> {
    const before = apiOutput.length;
    mistake();
    try {
      await expect.poll(isReady, { timeout: 30_000 }).toBe(false);
      await expect.poll(() => apiOutput.slice(before)).toMatch(why);
    } finally {
      correct();
    }
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  }
  /** Pays for a plan, whose webhooks `settle` delivers. */
  async function buyPlan(): Promise<void> {
    const { stripe, operator } = rehearsal.stage;
    const address = new URL(stripe.url);
    const account = new Stripe(operator.secrets.stripe_secret_key, {
      protocol: 'http',
      host: address.hostname,
      port: address.port,
    });
    const price = await findPrice(account, planLookupKey(FIRST));
    const { id } = await createSession(account, { line_items: [{ price, quantity: 1 }] });
    await stripe.pay(id, { card: 'visa' });
  }
  /** Asserts that webhooks are rejected with this reason, and accepted after the correction. */
  async function expectWebhooksRejected(
    why: RegExp,
    mistake: () => Promise<void>,
    correct: () => Promise<void>,
  ) {
    const { stripe } = rehearsal.stage;
    await mistake();
    await rehearsal.api.restart();
    const before = apiOutput.length;
    try {
      await buyPlan();
      await expect(stripe.settle()).rejects.toThrow(/webhook deliver(y fails|ies fail)/);
      await expect.poll(() => apiOutput.slice(before)).toMatch(why);
    } finally {
      await correct();
      await rehearsal.api.restart();
    }
    await stripe.settle();
  }

  it('a policy without wss, on the browser console', async () => {
    const sources = liveSources(`https://${DATABASE_HOST}`);
    const connect = sources.connect.filter((source) => !source.startsWith('wss:'));
    await rehearsal.openSite({ outside: { ...sources, connect } });
    try {
      await profile.open(async ({ context, faults }) => {
        const page = await context.newPage();
        await page.goto(`${rehearsal.origin}/register`);
        await steps.submitRegistration(page, newPerson());
        await expect
          .poll(() => faults.join('\n'), { timeout: 30_000 })
          .toMatch(/wss:\/\/.*violates.*connect-src/s);
      });
    } finally {
      await rehearsal.openSite();
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

  it('unpublished database rules, in the log', async () => {
    const { database } = rehearsal.stage;
    const rules = await readFile(
      new URL('../../../infra/firebase/database.rules.json', import.meta.url),
      'utf8',
    );
    await expectNotReady(
      /"dependency":"database".*Permission denied/,
      // The rules of a database created in locked mode.
      () => database.setRules({ rules: { '.read': false, '.write': false } }),
      () => database.setRules(rules),
    );
  });

  it('an expired certificate, in the log', async () => {
    const { authority, gateway } = rehearsal.stage;
    await expectNotReady(
      /"dependency":"stripe".*certificate has expired/,
      () => gateway.present(authority.issue(new Date(Date.now() - 60_000))),
      () => gateway.present(authority.issue()),
    );
  });

  it('a wrong webhook secret, in the log and at Stripe', async () => {
    const file = join(rehearsal.secretsFolder, 'stripe_webhook_secret');
    await expectWebhooksRejected(
      /webhook_signature_invalid.*No signatures found matching the expected signature/,
      () => writeFile(file, 'whsec_of_another_endpoint'),
      () => writeFile(file, rehearsal.stage.operator.secrets.stripe_webhook_secret),
    );
  });

  it.each([
    ['ahead', 310_000],
    ['behind', -310_000],
  ])('not a system clock five minutes %s: webhooks are judged by the clock of Stripe', async (_, offset) => {
    await setClock(offset);
    await rehearsal.api.restart();
    try {
      await buyPlan();
      await rehearsal.stage.stripe.settle();
    } finally {
      await setClock(0);
      await rehearsal.api.restart();
    }
  });
});
