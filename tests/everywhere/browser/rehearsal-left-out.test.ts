import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { HOSTS, PROJECT_ID } from '@outharbor/rehearsal/hosts';
import { PROJECT_SETTINGS } from '@outharbor/rehearsal/operator';
import { startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { networkBrowser } from '../../support/browser/site-fixture.ts';
import * as steps from '../../support/browser/steps.ts';
import { newPerson } from '../../support/people.ts';
import { registerAtStage } from '../../support/stage-visitor.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
/** The browser logs requests that Google rejects. */
const REJECTION = /status of 400/;

const rehearsal = suiteFixture(() =>
  startRehearsal({
    // The live default is 15 minutes between reconciler passes.
    apiSettings: { RECONCILE_INTERVAL_SECONDS: '1' },
    onApiOutput: (text) => (apiOutput += text),
  }),
);
let apiOutput = '';
const browser = networkBrowser(() => rehearsal.browserArguments);

const isReady = async () => (await fetch(`${rehearsal.api.url}${API_PATHS.ready}`)).status === 200;

/** Omits a step, checks how that is noticed, then takes the step. `log` returns the API's output since. */
async function without<T>(
  omit: () => T | Promise<T>,
  notice: (log: () => string) => Promise<void>,
  take: (before: T) => unknown,
): Promise<void> {
  const from = apiOutput.length;
  const before = await omit();
  try {
    await notice(() => apiOutput.slice(from));
  } finally {
    await take(before);
  }
}

/** Steps that are taken in a web console, are not enforced at start-up and that no other test omits. */
describe('reports an omitted step of docs/going-live.md:', () => {
  it('1. the project plan, in the log and on the browser console', async () => {
    const { database, gateway } = rehearsal.stage;
    const page = await browser.open({}, /The record of the new account is not written yet/);
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const { pid } = rehearsal.api;
    await without(
      () => {
        database.limitConnections(0);
        gateway.interrupt(HOSTS.database);
        gateway.resume();
      },
      async (log) => {
        await expect.poll(isReady, PATIENCE).toBe(false);
        await expect
          .poll(log, PATIENCE)
          .toMatch(/"level":"warn".*peak connections limit.*consider upgrading/);
        await page.goto(`${rehearsal.origin}/register`);
        await steps.submitRegistration(page, newPerson());
        await expect.poll(() => warnings.join('\n'), PATIENCE).toContain('peak connections limit');
      },
      () => database.limitConnections(Number.POSITIVE_INFINITY),
    );
    await expect.poll(isReady, PATIENCE).toBe(true);
    expect(rehearsal.api.pid, 'the API was not restarted').toBe(pid);
  });

  it('1. the sign-in method, to the visitor and in the log', async () => {
    const { identity } = rehearsal.stage;
    const page = await browser.open({}, REJECTION);
    const expectMessage = () => steps.seesToast(page, 'Email/password accounts are not enabled.');
    await without(
      () => identity.configure({ signIn: { email: { enabled: false } } }),
      async (log) => {
        await page.goto(`${rehearsal.origin}/register`);
        await steps.submitRegistration(page, newPerson());
        await expectMessage();
        await page.goto(`${rehearsal.origin}/login`);
        await steps.submitLogin(page, newPerson());
        await expectMessage();
        await expect.poll(log, PATIENCE).toContain('FIREBASE_PROJECT_ID: the project does not accept e-mail');
      },
      () => identity.configure(PROJECT_SETTINGS),
    );
    await steps.register(page, rehearsal.origin, newPerson());
  });

  it('1. the action URL, in the first mailed link', async () => {
    const { identity, gateway, authority } = rehearsal.stage;
    const ask = fetchThrough(() => gateway.port, authority.certificate);
    const { person } = await registerAtStage(rehearsal);
    const mailedLink = async () => {
      await ask('https://identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: person.email }),
      });
      return (await identity.mails()).findLast(({ to }) => to === person.email)?.link;
    };
    const defaultActionUrl = `https://${PROJECT_ID}.firebaseapp.com/__/auth/action`;
    await without(
      () => identity.configure({ notification: { sendEmail: { callbackUri: defaultActionUrl } } }),
      async () => expect(await mailedLink()).toContain(`${defaultActionUrl}?`),
      () => identity.configure(PROJECT_SETTINGS),
    );
    expect(await mailedLink()).toContain(`${rehearsal.origin}/account-action?`);
  });

  it('3. the portal, in the log', async () => {
    const { stripe } = rehearsal.stage;
    const visitor = await registerAtStage(rehearsal);
    const { sessionId } = await visitor.checkOut(FIRST.price);
    await stripe.pay(sessionId, { card: 'visa' });
    await visitor.confirm(sessionId);
    const portal = async () =>
      (await visitor.call(API_PATHS.createBillingPortalSession, { customerId: visitor.uid })).status;
    await without(
      () => stripe.setSwitches({ portalSettings: 'never_saved' }),
      async (log) => {
        expect(await portal()).toBe(503);
        await expect.poll(log, PATIENCE).toContain('live mode default configuration has not been created');
      },
      () => stripe.setSwitches({ portalSettings: 'saved' }),
    );
    expect(await portal()).toBe(200);
  });
});
