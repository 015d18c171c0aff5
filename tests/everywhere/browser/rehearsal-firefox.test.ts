import { FIRST, fullPriceOf, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { LIVE_SOURCES } from '@outharbor/embedded/front-door/security-headers';
import { ALL_HOSTS } from '@outharbor/rehearsal/hosts';
import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StageProxy, startStageProxy } from '../../../infra/emulators/tests/support/stage-proxy.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { FIELDS, LOGIN, REGISTER } from '../../../web/src/content/account.ts';
import { LEAVE, PLAN, PROFILE } from '../../../web/src/content/account-page.ts';
import { MESSAGES } from '../../../web/src/content/messages.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { PATHS } from '../../support/browser/live-suite.ts';
import { expectComplete, isCachedByFirefox, leaveAndGoBack } from '../../support/browser/remote-return.ts';
import * as steps from '../../support/browser/remote-steps.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { buildNextRelease, NEXT_EMAIL } from '../../support/releases.ts';
import { ENGINES } from '../../support/webdriver/engines.ts';
import { policyViolations } from '../../support/webdriver/firefox.ts';
import { RemotePage } from '../../support/webdriver/remote-page.ts';

const DESKTOP = { width: 1280, height: 900 };
const PATIENCE = { timeout: 300_000 };
/** The site logs requests that Google refuses. */
const REFUSAL =
  /The identity provider (refused|failed)|token-expired|user-not-found|The user record is not written yet/;
/** Errors about files that a deployment has removed. */
const GONE = /could not be fetched|not loaded|did not start|dynamically imported|404/;
/** Expires the stored ID token, as after an hour. */
const EXPIRE_TOKEN = `
  const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
  const user = JSON.parse(localStorage.getItem(key));
  user.stsTokenManager.expirationTime = 0;
  localStorage.setItem(key, JSON.stringify(user));`;
/** Hosts that Firefox itself contacts; the last is for its protected media plug-in. */
const FIREFOX_HOSTS = /(^|\.)(mozilla|firefox)\.(com|net|org)$|^update\.googleapis\.com$/;

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

/** Starts the browser with its persistent profile. */
const start = () =>
  firefox.start({
    ...{ profile, proxy: proxy.address, script: true, dark: false, size: DESKTOP },
    authority: rehearsal.stage.authority.certificate,
  });

const purchase = (origin: string) => {
  return { origin, checkout: 'https://checkout.stripe.com/c/pay/cs_live_', name: person.name };
};

async function within(visit: (page: RemotePage, origin: string) => Promise<void>, expected?: RegExp) {
  const running = await start();
  try {
    await visit(new RemotePage(running.connection), rehearsal.origin);
    expect(await policyViolations(running.connection)).toEqual([]);
  } catch (cause) {
    throw new Error(`Browser console: ${running.errors.join('\n') || 'no error'}`, { cause });
  } finally {
    await running.close();
  }
  expect(running.errors.filter((error) => !expected?.test(error))).toEqual([]);
  await rehearsal.stage.stripe.settle();
}

describe('Firefox with live settings against the stage', { tags: 'firefox' }, () => {
  it(
    'goes from the home page through widget, registration, payment and bank authentication to a plan',
    PATIENCE,
    async () => {
      await within(async (page, origin) => {
        await steps.bookCall(page, origin, person);
        await steps.register(page, origin, person);
        await steps.logIn(page, origin, person);
        await steps.buy(page, NEXT.title, { ...purchase(origin), card: CARDS.asksForAuthentication });
      });
    },
  );

  it(
    'shows every page completely on a first visit and after a reload, Back and a browser restart',
    PATIENCE,
    async () => {
      await within(async (page, origin) => {
        for (const path of PATHS) {
          await page.open(`${origin}${path}`);
          await expectComplete(page, path, 'on a first visit');
          await page.reload();
          await expectComplete(page, path, 'after a reload');
          await leaveAndGoBack(page, path, isCachedByFirefox(path));
        }
      });
      await within(async (page, origin) => {
        for (const path of PATHS) {
          await page.open(`${origin}${path}`);
          await expectComplete(page, path, 'after a browser restart');
        }
      });
    },
  );

  it('lets the account owner change name and plan', PATIENCE, async () => {
    await within(async (page, origin) => {
      await page.open(`${origin}/account`);
      await page.shown(`//li[contains(., "${fullPriceOf(NEXT)}, paid")]`);
      await page.submit(PROFILE.saveName, { [PROFILE.name]: 'Ada Okafor' });
      await page.says(PROFILE.nameSaved);
      await page.click(`//button[starts-with(normalize-space(), "${PLAN.change} ${LAST.title}")]`);
      await page.isAt('https://billing.stripe.com/p/session/');
      await page.press('Confirm');
      await page.isAt(`${origin}/account`);
      await page.shown(`//dd[contains(., "${LAST.title}")]`);
    });
  });

  it('shows the plan after its token has expired, and cancels it in the portal', PATIENCE, async () => {
    await within(async (page, origin) => {
      await page.open(`${origin}/faq`);
      await page.run(EXPIRE_TOKEN);
      await page.open(`${origin}/subscribe`);
      await steps.isSubscribed(page, LAST.title);
      await page.press(PRICING.manage);
      await page.isAt('https://billing.stripe.com/p/session/');
      await page.press('Cancel plan');
      await page.press('Cancel at period end');
      await page.shown('//*[contains(., "Your plan ends on")]');
      await page.click('//a[contains(., "Back to the site")]');
      await page.isAt(`${origin}/subscribe`);
      await steps.isSubscribed(page, LAST.title);
      await rehearsal.stage.stripe.advanceTime({ months: 1, seconds: 1 });
      await page.shown(`${steps.cardOf(LAST.title)}//button[normalize-space()="${PRICING.book}"]`);
    });
  });

  it('reports refusals and asks signed-out visitors to log in', PATIENCE, async () => {
    await within(async (page, origin) => {
      await page.open(`${origin}/subscribe`);
      await page.press(PRICING.logout);
      await page.says(MESSAGES.loggedOut);
      await page.click(
        `${steps.cardOf(FIRST.title)}//button[normalize-space()="${PRICING.book}" and not(@disabled)]`,
      );
      await page.says(MESSAGES.loginFirst);
      await page.isAt(`${origin}/login`);
      await page.submit(LOGIN.submit, { [FIELDS.email]: person.email, [FIELDS.password]: 'not-the-one' });
      await page.says('Invalid login credentials. Please try again.');
      for (const [{ name, email, password }, answer] of [
        [person, 'This email address is already in use.'],
        [{ ...newPerson(), password: '12345' }, 'The password is too weak.'],
      ] as const) {
        await page.open(`${origin}/register`);
        await page.submit(REGISTER.submit, {
          [FIELDS.userName]: name,
          [FIELDS.email]: email,
          [FIELDS.password]: password,
        });
        await page.says(answer);
      }
    }, REFUSAL);
  });

  it('deletes the account of a subscriber and signs them out on every open page', PATIENCE, async () => {
    const { email, password } = person;
    await within(async (page, origin) => {
      await page.open(`${origin}/login`);
      await steps.logIn(page, origin, person);
      await steps.buy(page, FIRST.title, purchase(origin));
      const other = await page.openTab(`${origin}/subscribe`);
      await steps.isSubscribed(page, FIRST.title);
      await other.switchToPrevious();
      await page.open(`${origin}/account`);
      await page.submit(LEAVE.delete, { [PROFILE.currentPassword]: password });
      await page.says(LEAVE.deleted);
      await other.switchToNew();
      await page.shown('//header//a[normalize-space()="Login"]');
      await page.open(`${origin}/login`);
      await page.submit(LOGIN.submit, { [FIELDS.email]: email, [FIELDS.password]: password });
      await page.says('Invalid login credentials. Please try again.');
    }, REFUSAL);
  });

  it('continues from a page of the previous release after the next is deployed', PATIENCE, async () => {
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
      await page.submit(REGISTER.submit, {
        [FIELDS.userName]: name,
        [FIELDS.email]: email,
        [FIELDS.password]: password,
      });
      await page.isAt(`${origin}/login`);
      await page.submit(LOGIN.submit, { [FIELDS.email]: email, [FIELDS.password]: password });
      await page.isAt(`${origin}/subscribe`);
      await rehearsal.openSite();
    }, GONE);
  });

  it('reports a policy without wss on its console', PATIENCE, async () => {
    const connect = LIVE_SOURCES.connect.filter((source) => !source.startsWith('wss:'));
    await rehearsal.openSite({ outside: { ...LIVE_SOURCES, connect } });
    const running = await start();
    try {
      const { name, email, password } = newPerson();
      const page = new RemotePage(running.connection);
      await page.open(`${rehearsal.origin}/register`);
      await page.submit(REGISTER.submit, {
        [FIELDS.userName]: name,
        [FIELDS.email]: email,
        [FIELDS.password]: password,
      });
      await expect
        .poll(() => policyViolations(running.connection), { timeout: 30_000 })
        .toContainEqual(expect.stringContaining('wss://'));
    } finally {
      await rehearsal.openSite();
      await running.close();
    }
  });

  it('requests every live host name and no others except its own', () => {
    expect([...proxy.refused].filter((name) => !FIREFOX_HOSTS.test(name))).toEqual([]);
    const { names } = rehearsal.stage.gateway;
    expect([...names].filter((name) => !ALL_HOSTS.includes(name))).toEqual([]);
    expect(ALL_HOSTS.filter((name) => !names.has(name))).toEqual([]);
  });
});
