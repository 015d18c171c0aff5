// @module-tag docker
// @module-tag chromium

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS, SITE_PATHS } from '@outharbor/contract/paths';
import { PLANS } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { ALL_HOSTS, DATABASE_HOST, SITE_HOST } from '@outharbor/rehearsal/hosts';
import { OPERATOR_SETTINGS, PROJECT_SETTINGS } from '@outharbor/rehearsal/operator';
import { readGuide } from '@outharbor/rehearsal/security-guide';
import type { DeliveryView } from '@outharbor/stripe-emulator/control-client';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LINKS } from '../../../web/src/content/navigation.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import { fetchAccessToken } from '../../support/access-token.ts';
import { Alerting, MAIL_PASSWORD, MAIL_USER } from '../../support/alerting.ts';
import { expectSubscribed } from '../../support/browser/loop-in-browser-suite.ts';
import * as steps from '../../support/browser/steps.ts';
import { removeImages } from '../../support/containers/built-images.ts';
import { ACME, askHost, preparePebble } from '../../support/containers/pebble.ts';
import { type GoingLivePage, readGoingLive } from '../../support/going-live-page.ts';
import { type BrowserProfile, createProfile } from '../../support/live-browser.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { NEXT_EMAIL } from '../../support/releases.ts';
import { type BareStage, startBareStage } from './bare-stage.ts';
import { cloneForOperator, type OperatorClone } from './operator-clone.ts';
import { keepFiles, MISTAKES, NAMED_BY, type Place, restoreFiles } from './planted-mistakes.ts';

let page: GoingLivePage;
let clone: OperatorClone;
let stage: BareStage;
let profile: BrowserProfile;
/** Code blocks that were run. */
const done = new Set<string>();
const releases: string[] = [];

beforeAll(async () => {
  page = await readGoingLive();
  clone = await cloneForOperator();
  stage = await startBareStage(clone);
  profile = await createProfile({ browserArguments: stage.browserArguments, hosts: ALL_HOSTS });
});
afterAll(async () => {
  await profile?.remove();
  await stage?.close();
  for (const tag of releases) await removeImages(tag, ['web', 'api']);
  await clone?.remove();
});

/** Runs the only code block of a section; `placeholders` replace the page's `<…>`. */
async function runSection(heading: string, placeholders: Readonly<Record<string, string>> = {}) {
  const [block = '', ...more] = page.commandsUnder(heading);
  expect(more, `${heading} has one code block`).toEqual([]);
  done.add(block);
  return stage.run(block.replaceAll(/<([a-z]+)>/g, (text, name: string) => placeholders[name] ?? text));
}

const dashboard = () => new Stripe(stage.accountKey, { httpClient: Stripe.createFetchHttpClient(stage.ask) });

// A step cannot be repeated after later steps.
/** As docs/runbook.md has it. */
const ALERTS = 'docker compose -f docker-compose.live.yml exec -T api cat /alerts/alerts.jsonl';

describe('docs/going-live.md, followed step by step by an operator with new accounts', {
  retry: 0,
}, () => {
  const buyer = newPerson();
  let serviceAccount: string;

  it('1. the project provides a service account key', async () => {
    serviceAccount = await stage.serviceAccount();
    expect(JSON.parse(serviceAccount)).toMatchObject({ project_id: OPERATOR_SETTINGS.FIREBASE_PROJECT_ID });
    await clone.write('service-account.json', serviceAccount);
  });

  it('1. the configured project accepts registrations and mails links to the site', async () => {
    const toolkit = 'https://identitytoolkit.googleapis.com';
    const json = { 'content-type': 'application/json' };
    const { email, password } = newPerson();
    const register = () =>
      stage.ask(`${toolkit}/v1/accounts:signUp?key=${OPERATOR_SETTINGS.FIREBASE_API_KEY}`, {
        ...{ method: 'POST', headers: json },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      });
    expect(await (await register()).json()).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } });
    const administrator = {
      ...json,
      authorization: `Bearer ${await fetchAccessToken(serviceAccount, stage.ask)}`,
    };
    const project = `projects/${OPERATOR_SETTINGS.FIREBASE_PROJECT_ID}`;
    const updateMask = 'signIn.email,notification.sendEmail.callbackUri';
    const changed = await stage.ask(`${toolkit}/v2/${project}/config?updateMask=${updateMask}`, {
      ...{ method: 'PATCH', headers: administrator },
      body: JSON.stringify(PROJECT_SETTINGS),
    });
    expect(changed.status).toBe(200);
    expect((await register()).status).toBe(200);
    const mail = await stage.ask(`${toolkit}/v1/${project}/accounts:sendOobCode`, {
      ...{ method: 'POST', headers: administrator },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email, returnOobLink: true }),
    });
    expect(await mail.json()).toMatchObject({
      oobLink: expect.stringContaining(`${stage.origin}/account-action?`),
    });
  });

  it('2. the published rules let users write their own record but no plan', async () => {
    const json = { 'content-type': 'application/json' };
    const signUp = `https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=${OPERATOR_SETTINGS.FIREBASE_API_KEY}`;
    const { name, email, password } = newPerson();
    const body = JSON.stringify({ email, password, returnSecureToken: true });
    const account = await stage.ask(signUp, { method: 'POST', headers: json, body });
    const { idToken, localId: uid } = (await account.json()) as { idToken: string; localId: string };
    const write = async (path: string, value: unknown) => {
      const address = `https://${DATABASE_HOST}/${path}.json?auth=${idToken}`;
      return (await stage.ask(address, { method: 'PUT', body: JSON.stringify(value) })).status;
    };
    const record = { uid, email, userName: name };
    expect(await write(DATABASE_PATHS.user(uid), record)).toBe(401);
    const rules = await readFile(join(clone.path, 'infra/firebase/database.rules.json'), 'utf8');
    const published = await stage.ask(`https://${DATABASE_HOST}/.settings/rules.json`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await fetchAccessToken(serviceAccount, stage.ask)}` },
      body: rules,
    });
    expect(published.status).toBe(200);
    expect(await write(DATABASE_PATHS.user(uid), record)).toBe(200);
    expect(await write(DATABASE_PATHS.user('another'), { ...record, uid: 'another' })).toBe(401);
    expect(await write(`${DATABASE_PATHS.subscription(uid)}/planType`, NEXT.name)).toBe(401);
  });

  it('3. the restricted key creates products, prices and the portal once', async () => {
    const key = `rk_live_${randomBytes(24).toString('hex')}`;
    const { permissions } = await readGuide();
    await stage.stripe('POST', '/configure', { apiKeys: [{ key, permissions }] });
    await clone.write('stripe-key.txt', `${key}\n`);
    const made = await runSection('3. Stripe');
    expect(made.match(/, set up$/gm)).toHaveLength(PLANS.length + 1);
    expect((await runSection('3. Stripe')).match(/, up to date$/gm)).toHaveLength(PLANS.length + 1);
    const { data } = await dashboard().prices.list({ active: true });
    expect(data).toHaveLength(PLANS.length);
  });

  it('4. the webhook endpoint has a signing secret', async () => {
    const { events } = await readGuide();
    const { secret = '' } = await dashboard().webhookEndpoints.create({
      url: `${stage.origin}${API_PATHS.stripeWebhook}`,
      enabled_events: events as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    });
    expect(secret).toMatch(/^whsec_/);
    await clone.write('webhook-secret.txt', `${secret}\n`);
  });

  it("5. the secrets are files that only the API's group can read", async () => {
    await runSection('5. Secrets and settings');
    const listed = await stage.run('stat --format "%a %g %n" secrets secrets/*');
    expect(listed.trim().split('\n')).toEqual([
      '750 1000 secrets',
      '440 1000 secrets/firebase_service_account',
      '440 1000 secrets/stripe_secret_key',
      '440 1000 secrets/stripe_webhook_secret',
    ]);
    expect(await stage.run('git status --short'), 'secrets are not tracked by git').toBe('');
  });

  it('5. and 6. the table lists every variable that .env needs', async () => {
    // The stage is the TLS terminator of step 7. The commands export IMAGE_TAG.
    const { IMAGE_TAG: _, ...known } = OPERATOR_SETTINGS;
    const values: Readonly<Record<string, string>> = { ...known, PORT: String(stage.sitePort) };
    const lines = page.variables.flatMap((name) => (name in values ? [`${name}=${values[name]}`] : []));
    expect(lines).toHaveLength(Object.keys(values).length);
    await clone.write('.env', `${lines.join('\n')}\n`);
  });

  it('8. the release is built, started and ready', async () => {
    await deploy();
  });

  it('9. a first payment shows on the pricing page, and its webhooks are answered with 200', async () => {
    await profile.open(async ({ context, faults }) => {
      const tab = await context.newPage();
      await steps.register(tab, stage.origin, buyer);
      await steps.logIn(tab, stage.origin, buyer);
      await steps.book(tab, FIRST.title);
      await steps.payWith(tab, CARDS.pays);
      await steps.proceed(tab, stage.origin);
      await expectSubscribed(tab, FIRST.title);
      // The portal settings were never saved in the dashboard, so this is the portal of step 3.
      await tab.getByRole('button', { name: PRICING.manage }).click();
      await tab.waitForURL('https://billing.stripe.com/p/session/**');
      expect(faults).toEqual([]);
    });
    await stage.stripe('POST', '/settle');
    const { deliveries } = (await stage.stripe('GET', '/deliveries')) as {
      readonly deliveries: readonly DeliveryView[];
    };
    expect(deliveries.length).toBeGreaterThan(0);
    expect(new Set(deliveries.map(({ attempts }) => attempts.at(-1)?.status))).toEqual(new Set([200]));
  });

  it('9. reconcile finds that Stripe and the database agree', async () => {
    const report = JSON.parse(afterNpm(await runSection('9. First payment')));
    expect(report).toMatchObject({ failures: 0, plansRepaired: [] });
    expect(report.subscriptions).toBeGreaterThan(0);
  });

  it('9. the plan disappears after a refund and cancellation in the dashboard', async () => {
    const stripe = dashboard();
    const [subscription] = (await stripe.subscriptions.list()).data;
    const [charge] = (await stripe.charges.list()).data;
    const dispute = (await stage.stripe('POST', `/charges/${charge?.id}/dispute`)) as Stripe.Dispute;
    await stage.stripe('POST', `/disputes/${dispute.id}/close`, { status: 'won' });
    await stage.stripe('POST', '/settle');
    expect(await stage.run(ALERTS)).toContain(dispute.id);
    await stripe.refunds.create({ charge: charge?.id ?? '' });
    await stripe.subscriptions.cancel(subscription?.id ?? '');
    await profile.open(async ({ context }) => {
      const tab = await context.newPage();
      await tab.goto(`${stage.origin}/subscribe`);
      await steps.planCard(tab, FIRST.title).getByRole('button', { name: PRICING.book }).waitFor();
    });
  });

  it('8. and Back out: the next release reaches an open page, and the previous tag can be restored', async () => {
    const brand = join(clone.path, 'web/src/content/brand.ts');
    const content = await readFile(brand, 'utf8');
    await clone.write(
      'web/src/content/brand.ts',
      content.replace(/email: '[^']*'/, `email: '${NEXT_EMAIL}'`),
    );
    await clone.commit('next release');
    await profile.open(async ({ context }) => {
      const tab = await context.newPage();
      const isNext = async () => (await tab.locator(`a[href="mailto:${NEXT_EMAIL}"]`).count()) > 0;
      const follow = (link: string) => tab.getByRole('banner').getByRole('link', { name: link }).click();
      await tab.goto(`${stage.origin}/AboutUs`);
      expect(await isNext()).toBe(false);
      await deploy();
      await follow(LINKS.faq.label);
      await expect.poll(isNext).toBe(true);
      await runSection('Back out', { previous: releases[0] ?? '' });
      await follow(LINKS.caseStudies.label);
      await tab.getByRole('article').first().waitFor();
      await expect.poll(isNext).toBe(false);
      await tab.goto(`${stage.origin}/subscribe`);
      await steps.untilSignedIn(tab);
    });
    expect(await stage.run(ALERTS), 'outlives a release').toContain('"alert":"payment_disputed"');
  });

  it("10. an alert reaches the operator's inbox", { tags: 'alertmanager' }, async () => {
    const [install = ''] = page.commandsUnder('10. Alerts');
    await clone.write('smtp-password.txt', `${MAIL_PASSWORD}\n`);
    done.add(install);
    await stage.run(install);
    const alerting = await Alerting.open();
    onTestFinished(() => alerting.close());
    await alerting.deliverTestAlert(clone.path, MAIL_USER);
  });

  it('8. the doctor finds nothing wrong', async () => {
    expect(await stage.run(NAMED_BY.doctor)).toBe('Nothing is wrong.\n');
    await keepFiles(await findPlace());
  });

  it.each(MISTAKES)('names $mistake', { timeout: 60_000 }, async (row) => {
    const place = await findPlace();
    try {
      await row.plant(place);
      expect(await stage.run(`${NAMED_BY[row.by ?? 'doctor']} 2>&1 || true`)).toMatch(row.names);
    } finally {
      await row.undo?.(place);
      await restoreFiles(place);
    }
  });

  it('8. the doctor finds nothing wrong once all of it is mended', async () => {
    expect(await stage.run(NAMED_BY.doctor)).toBe('Nothing is wrong.\n');
  });

  it('7. docker-compose.https.yml gets a certificate by ACME and serves the site', {
    tags: 'go',
  }, async () => {
    await runSection('7. TLS in front');
    const [http, https] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
    const acme = await mkdtemp(join(tmpdir(), 'acme-'));
    onTestFinished(() => rm(acme, { recursive: true }));
    const overlay = await preparePebble(acme, [SITE_HOST]);
    const files = `-f docker-compose.live.yml -f docker-compose.https.yml -f ${overlay}`;
    const ports = { HTTP_PORT: String(http), HTTPS_PORT: String(https) };
    const command = `docker compose ${files} up -d --no-build --wait pebble door tls`;
    onTestFinished(async () => {
      await stage.run(`docker compose ${files} down --volumes --timeout 5`, ACME);
    });
    await stage.run(command, { ...ACME, ...ports });
    const host = SITE_HOST;
    const served = () =>
      askHost('https', { host, port: https, path: SITE_PATHS.pricing }).catch(() => undefined);
    await expect
      .poll(served, { timeout: 60_000 })
      .toMatchObject({ status: 200, certificate: { subjectaltname: `DNS:${host}` } });
    expect(await askHost('http', { host, port: http })).toMatchObject({ status: 308 });
  });

  it('has no command that was not run, except the start of step 10, whose images monitoring.test.ts does without', () => {
    const [, elsewhere] = page.commandsUnder('10. Alerts');
    expect(page.commands.filter((block) => !done.has(block))).toEqual([elsewhere]);
  });
});

/** With the account's own key, as the console has it. */
async function findPlace(): Promise<Place> {
  const authorization = `Bearer ${await fetchAccessToken(await stage.serviceAccount(), stage.ask)}`;
  return {
    ...{ clone, stage, dashboard: dashboard(), permissions: (await readGuide()).permissions },
    async asAdministrator(url, method, body) {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await stage.ask(url, { method, headers, body });
      expect(answer.status).toBe(200);
      return answer;
    },
  };
}

async function deploy(): Promise<void> {
  const tag = (await stage.run('git rev-parse --short HEAD')).trim();
  releases.push(tag);
  expect(await runSection('8. Start')).toMatch(/^ready$/m);
}

/** Strips the lines that npm prints before the command's output. */
const afterNpm = (output: string) => output.slice(output.indexOf('{'));
