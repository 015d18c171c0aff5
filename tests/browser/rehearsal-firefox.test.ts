import { Closing } from '@outharbor/embedded/closing';
import { LIVE_SOURCES } from '@outharbor/embedded/front-door/security-headers';
import { ALL_HOSTS } from '@outharbor/rehearsal/hosts';
import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../support/people.ts';
import { buildNextRelease, NEXT_EMAIL } from '../support/releases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ENGINES } from '../support/webdriver/engines.ts';
import { policyViolations } from '../support/webdriver/firefox.ts';
import { RemotePage } from '../support/webdriver/remote-page.ts';
import { type StageProxy, startStageProxy } from '../support/webdriver/stage-proxy.ts';
import * as steps from './remote-steps.ts';

const DESKTOP = { width: 1280, height: 900 };
const PATIENCE = { timeout: 300_000 };
/** What Google refuses is an error of HTTP, which the site logs. */
const REFUSAL =
  /The identity provider (refused|failed)|token-expired|user-not-found|The user record is not written yet/;
/** What the site could not fetch, of files that a deployment has taken away. */
const GONE = /could not be fetched|not loaded|did not start|dynamically imported|404/;
/** Whom Firefox itself asks; the last for the plug-in that plays protected media. */
const OF_ITS_MAKER = /(^|\.)(mozilla|firefox)\.(com|net|org)$|^update\.googleapis\.com$/;

const [firefox] = ENGINES;
const person = newPerson();
const closing = new Closing();
let rehearsal: Rehearsal;
let proxy: StageProxy;
let profile: string;
beforeAll(async () => {
  rehearsal = await closing.add(startRehearsal());
  proxy = await closing.add(startStageProxy(rehearsal.stage.gateway.port, ALL_HOSTS));
  profile = (await closing.add(temporaryFolder())).path;
});
afterAll(() => closing.close());

/** The browser with everything that it remembers. */
const start = () =>
  firefox.start({
    ...{ profile, proxy: proxy.address, script: true, dark: false, size: DESKTOP },
    authority: rehearsal.stage.authority.certificate,
  });

async function within(visit: (page: RemotePage, origin: string) => Promise<void>, expected?: RegExp) {
  const running = await start();
  try {
    await visit(new RemotePage(running.connection), rehearsal.origin);
    expect(await policyViolations(running.connection)).toEqual([]);
  } catch (cause) {
    throw new Error(`The console: ${running.errors.join('\n') || 'no error'}`, { cause });
  } finally {
    await running.close();
  }
  expect(running.errors.filter((error) => !expected?.test(error))).toEqual([]);
  await rehearsal.stage.stripe.settle();
}

describe.skipIf(!firefox.isInstalled)(
  'Firefox in the live settings, with the stage behind every name,',
  () => {
    it('goes from the home page through widget and registration to a plan', PATIENCE, async () => {
      await within(async (page, origin) => {
        await steps.bookCall(page, origin, person);
        await steps.register(page, origin, person);
        await steps.logIn(page, origin, person);
        const checkout = 'https://checkout.stripe.com/c/pay/cs_live_';
        await steps.buy(page, 'Popular', { origin, checkout, name: person.name });
      });
    });

    it('finds the plan when it is opened again, by Back, and changes it', PATIENCE, async () => {
      await within(async (page, origin) => {
        await page.open(`${origin}/subscribe`);
        await steps.isSubscribed(page, 'Popular');
        await page.open(`${origin}/faq`);
        await page.back();
        await steps.isSubscribed(page, 'Popular');
        await page.reload();
        await steps.isSubscribed(page, 'Popular');
        await page.open(`${origin}/account`);
        await page.click('//button[starts-with(normalize-space(), "Change to Icebreaker")]');
        await page.isAt('https://billing.stripe.com/p/session/');
        await page.press('Confirm');
        await page.isAt(`${origin}/account`);
        await page.shown('//dd[contains(., "Icebreaker")]');
      });
    });

    it('is told of a wrong password, and leaves', PATIENCE, async () => {
      const { email, password } = person;
      await within(async (page, origin) => {
        await page.open(`${origin}/subscribe`);
        await steps.isSubscribed(page, 'Icebreaker');
        await page.press('Logout');
        await page.says('Logged out successfully');
        await page.open(`${origin}/login`);
        await page.submit('Login', { Email: email, Password: 'not-the-one' });
        await page.says('Invalid login credentials. Please try again.');
        await steps.logIn(page, origin, person);
        await page.open(`${origin}/account`);
        await page.submit('Delete my account', { 'Current password': password });
        await page.says('Your account is deleted.');
      }, REFUSAL);
    });

    it('goes on from a page of the release before, once the next is deployed', PATIENCE, async () => {
      const { name, email, password } = newPerson();
      const next = await closing.add(buildNextRelease().then((built) => ({ ...built, close: built.remove })));
      await within(async (page, origin) => {
        await page.open(`${origin}/AboutUs`);
        await rehearsal.openSite(next);
        await page.click('//header//a[normalize-space()="F.A.Q"]');
        await page.isAt(`${origin}/faq`);
        await page.shown(`//a[@href="mailto:${NEXT_EMAIL}"]`);
        await rehearsal.openSite();
        await page.open(`${origin}/register`);
        await rehearsal.openSite(next);
        await page.submit('Register', { FullName: name, Email: email, Password: password });
        await page.isAt(`${origin}/login`);
        await page.submit('Login', { Email: email, Password: password });
        await page.isAt(`${origin}/subscribe`);
        await rehearsal.openSite();
      }, GONE);
    });

    it('shows a policy without wss on its console', PATIENCE, async () => {
      const connect = LIVE_SOURCES.connect.filter((source) => !source.startsWith('wss:'));
      await rehearsal.openSite({ outside: { ...LIVE_SOURCES, connect } });
      const running = await start();
      try {
        const { name, email, password } = newPerson();
        const page = new RemotePage(running.connection);
        await page.open(`${rehearsal.origin}/register`);
        await page.submit('Register', { FullName: name, Email: email, Password: password });
        await expect
          .poll(() => policyViolations(running.connection), { timeout: 30_000 })
          .toContainEqual(expect.stringContaining('wss://'));
      } finally {
        await rehearsal.openSite();
        await running.close();
      }
    });

    it('asks for no name besides those of the live system and of its own maker', () => {
      expect([...proxy.refused].filter((name) => !OF_ITS_MAKER.test(name))).toEqual([]);
      expect([...rehearsal.stage.gateway.names].filter((name) => !ALL_HOSTS.includes(name))).toEqual([]);
    });
  },
);
