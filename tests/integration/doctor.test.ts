import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { HANDLED_EVENTS } from '@outharbor/api/webhooks/plan-events';
import { planAmount, planLookupKey } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { listenOn } from '@outharbor/emulator-kit/listening';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { DATABASE_HOST } from '@outharbor/rehearsal/hosts';
import { type Stage, startStage } from '@outharbor/rehearsal/stage';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../api/src/config/config.ts';
import { type Deployment, diagnose as diagnoseInParts } from '../../api/src/doctor/diagnose.ts';
import { findPrice, makePrice } from '../support/abuse/purchases.ts';

const RULES = new URL('../../infra/firebase/database.rules.json', import.meta.url);

const closing = new Closing();
let stage: Stage;
let patient: Deployment;
/** Diagnoses with a key that may also read webhook endpoints. */
let thorough: Deployment;
let dashboard: Stripe;

interface SiteAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: {
    readonly firebase: Record<string, unknown>;
    readonly scheduling: { readonly url: string };
  };
}
let usual: SiteAnswer;
/** What the site in front answers. */
let answer: SiteAnswer;

beforeAll(async () => {
  const site = createServer((_, response) => {
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
  });
  const { url } = await listenOn(site, 0, '127.0.0.1');
  closing.add(Promise.resolve({ close: async () => void site.close() }));
  stage = await startStage({ siteUrl: url }, closing);
  const { settings, secrets } = stage.operator;
  const config = loadConfig(
    {
      ...settings,
      FIREBASE_SERVICE_ACCOUNT: secrets.firebase_service_account,
      STRIPE_SECRET_KEY: secrets.stripe_secret_key,
      STRIPE_WEBHOOK_SECRET: secrets.stripe_webhook_secret,
    },
    () => '',
  );
  const ask = fetchThrough(() => stage.gateway.port, stage.authority.certificate);
  patient = { config, fetch: ask };
  thorough = withKey(stage.accountKey);
  dashboard = new Stripe(stage.accountKey, { httpClient: Stripe.createFetchHttpClient(ask) });
  usual = {
    status: 200,
    headers: { 'strict-transport-security': 'max-age=63072000' },
    body: {
      firebase: {
        apiKey: settings.FIREBASE_API_KEY,
        projectId: config.firebase.projectId,
        authDomain: `${config.firebase.projectId}.firebaseapp.com`,
        databaseUrl: config.firebase.databaseUrl,
      },
      scheduling: { url: settings.SCHEDULING_URL ?? '' },
    },
  };
  answer = usual;
});
afterAll(() => closing.close());

async function diagnose(whom: Deployment): Promise<string[]> {
  const { todo, unchecked } = await diagnoseInParts(whom);
  return [...todo, ...unchecked];
}

function withKey(secretKey: string): Deployment {
  return { ...patient, config: { ...patient.config, stripe: { ...patient.config.stripe, secretKey } } };
}

/** Answers requests for these hosts itself. */
function withAnswers(answers: Readonly<Record<string, () => Response>>): Deployment {
  const ask = async (input: string | URL | Request, init?: RequestInit) =>
    answers[new URL(String(input)).host]?.() ?? patient.fetch(input, init);
  return { ...thorough, fetch: ask };
}

it('finds nothing wrong in a deployment that follows the guide, with the restricted key of the guide', async () => {
  expect(await diagnoseInParts(patient)).toEqual({ todo: [], unchecked: [] });
});

describe('the site', () => {
  const firebase = (change: object): Partial<SiteAnswer> => ({
    body: { ...usual.body, firebase: { ...usual.body.firebase, ...change } },
  });

  it.each<[string, () => Partial<SiteAnswer>, string]>([
    [
      'redirects to another origin',
      () => ({ status: 301, headers: { location: 'https://example.com/' } }),
      'PUBLIC_URL: the site redirects to https://example.com',
    ],
    [
      'does not run',
      () => ({ status: 502 }),
      'PUBLIC_URL: https://www.outharbor.test/runtime-config.json answers 502',
    ],
    [
      'does not trust its proxy',
      () => ({ headers: {} }),
      'TRUSTED_PROXIES: the site does not trust the TLS terminator',
    ],
    [
      'has another project',
      () => firebase({ projectId: 'other' }),
      'FIREBASE_PROJECT_ID: the site has other',
    ],
    [
      'has another database',
      () => firebase({ databaseUrl: 'https://other.firebaseio.com' }),
      'FIREBASE_DATABASE_URL: the site has https://other.firebaseio.com',
    ],
    [
      'shows a key of Stripe',
      () => firebase({ apiKey: 'rk_live_51Example' }),
      'FIREBASE_API_KEY: the site shows a secret to everybody',
    ],
    [
      'shows a signing secret',
      () => firebase({ authDomain: 'whsec_example' }),
      'FIREBASE_AUTH_DOMAIN: the site shows a secret to everybody',
    ],
    [
      'shows a private key',
      () => ({ body: { ...usual.body, scheduling: { url: '-----BEGIN PRIVATE KEY-----' } } }),
      'SCHEDULING_URL: the site shows a secret to everybody',
    ],
  ])('%s: names the setting', async (_, change, expected) => {
    answer = { ...usual, ...change() };
    const found = await diagnose(thorough);
    answer = usual;
    expect(found).toEqual([expect.stringContaining(expected)]);
  });
});

describe('Google', () => {
  const rejection = (status: number, error: object) => () => Response.json({ error }, { status });
  const identity = (message: string) => ({
    'identitytoolkit.googleapis.com': rejection(400, { code: 400, message }),
  });
  const token = (description: string) => ({
    'oauth2.googleapis.com': () =>
      Response.json({ error: 'invalid_grant', error_description: description }, { status: 400 }),
  });
  const forbidden = (host: string) => ({
    [host]: () => Response.json({ error: 'Unauthorized' }, { status: 401 }),
  });

  it.each([
    [
      'an unknown API key',
      identity('API key not valid.'),
      'FIREBASE_API_KEY: Google rejects it (API key not',
    ],
    [
      'a sign-in method that is off',
      identity('PASSWORD_LOGIN_DISABLED'),
      'the sign-in method: E-mail/password',
    ],
    ['no sign-in at all', identity('CONFIGURATION_NOT_FOUND'), 'the sign-in method: E-mail/password'],
    ['a deleted key', token('Invalid JWT Signature.'), 'FIREBASE_SERVICE_ACCOUNT: Google rejects the key'],
    ['a wrong clock', token('Token must be a short-lived token'), 'the clock of this machine is wrong'],
    ['a role that is missing', forbidden(DATABASE_HOST), 'add Firebase Realtime Database Admin'],
    ['another role', forbidden('identitytoolkit.googleapis.com'), 'add Firebase Authentication Admin'],
  ])('%s: is named', async (_, answers, expected) => {
    expect(await diagnose(withAnswers(answers))).toEqual([expect.stringContaining(expected)]);
  });

  it('rules that refuse the API are named, and told from a missing role', async () => {
    const published = await readFile(RULES, 'utf8');
    stage.database.setRules({ rules: { '.read': false } });
    const found = await diagnose(patient);
    stage.database.setRules(published);
    expect(found).toEqual([expect.stringContaining("the database's rules: they refuse the API")]);
  });
});

it('names a site whose API has another signing secret', async () => {
  const site = { 'www.outharbor.test': () => Response.json({}, { status: 400 }) };
  expect(await diagnose(withAnswers(site))).toContainEqual(
    expect.stringContaining('STRIPE_WEBHOOK_SECRET: the site rejects an event'),
  );
});

it('names a Redis that does not answer', async () => {
  const redisUrl = `redis://127.0.0.1:${await freePort('127.0.0.1')}`;
  const config = { ...patient.config, rateLimit: { ...patient.config.rateLimit, redisUrl } };
  expect(await diagnose({ ...patient, config })).toEqual([
    expect.stringMatching(/^REDIS_URL: Redis does not answer \(.*ECONNREFUSED/),
  ]);
});

it('says why it could not look, and does not call that a fault', async () => {
  const cause = new Error('getaddrinfo ENOTFOUND');
  const ask = () => Promise.reject(new TypeError('fetch failed', { cause }));
  const { todo, unchecked } = await diagnoseInParts({ ...patient, fetch: ask });
  expect(todo).toEqual([]);
  expect(unchecked.length).toBeGreaterThan(7);
  expect(unchecked.filter((line) => !line.includes('ENOTFOUND'))).toEqual([]);
});

describe('the database', () => {
  const region = 'https://outharbor-live-default-rtdb.europe-west1.firebasedatabase.app';

  it.each([
    [
      'in another region',
      { correctUrl: region },
      `FIREBASE_DATABASE_URL: the database is in another region: set it to ${region}`,
    ],
    [
      'that does not exist',
      { error: '404 Not Found' },
      `FIREBASE_DATABASE_URL: ${DATABASE_HOST} has no such database`,
    ],
  ])('%s: names the setting', async (_, body, expected) => {
    const elsewhere = withAnswers({ [DATABASE_HOST]: () => Response.json(body, { status: 404 }) });
    expect(await diagnose(elsewhere)).toEqual([expect.stringContaining(expected)]);
  });

  it('is reported if anybody can read it, with its rules', async () => {
    const published = await readFile(RULES, 'utf8');
    stage.database.setRules({ rules: { '.read': true } });
    const found = await diagnose(thorough);
    stage.database.setRules(published);
    expect(found).toEqual([expect.stringContaining("the database's rules: anybody can read all records")]);
  });
});

it.each([
  ['ten minutes ahead', 600_000, 'the clock of this machine is 600 s ahead'],
  ['ten minutes behind', -600_000, 'the clock of this machine is 600 s behind'],
])('names a clock %s', async (_, offset, expected) => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const answers = {
    'api.stripe.com': () => Response.json({}, { headers: { date: new Date(now).toUTCString() } }),
  };
  const { fetch: ask } = withAnswers(answers);
  const found = await diagnose({ ...patient, fetch: ask, now: () => now + offset });
  expect(found.filter((line) => line.startsWith('the clock'))).toEqual([expect.stringContaining(expected)]);
});

describe('the Stripe key', () => {
  it('is reported if Stripe does not know it', async () => {
    expect(await diagnose(withKey('rk_live_unknown'))).toContainEqual(
      expect.stringContaining('STRIPE_SECRET_KEY: Stripe does not know this key'),
    );
  });

  // The API does without the permissions for accounts and products.
  it.each([
    ['customer_write', 'Customers: Write'],
    ['checkout_session_write', 'Checkout Sessions: Write'],
    ['dispute_read', 'Disputes: Read'],
    ['subscription_write', 'Subscriptions: Write'],
    ['charge_write', 'Charges and Refunds: Write'],
    ['customer_portal_write', 'Customer portal: Write'],
    ['payment_method_read', 'PaymentMethods: Read'],
    ['event_read', 'Events: Read'],
    ['invoice_write', 'Invoices, Credit notes: Write'],
    ['plan_write', 'Prices: Read'],
    ['webhook_write', 'Webhook Endpoints: Read'],
  ])('is reported without %s, with the missing permission', async (permission, label) => {
    const { permissions } = stage.operator;
    expect(permissions).toContain(permission);
    const key = `rk_live_without_${permission}`;
    stage.stripe.configure({
      apiKeys: [{ key, permissions: permissions.filter((one) => one !== permission) }],
    });
    const lacking = (await diagnose(withKey(key))).filter((line) => line.includes('the key lacks'));
    expect(lacking).toEqual([expect.stringContaining(`STRIPE_SECRET_KEY: the key lacks ${label}: add it`)]);
  });
});

describe('the webhook endpoint', () => {
  const endpoint = async () => (await dashboard.webhookEndpoints.list()).data[0]?.id ?? '';
  const update = async (change: Stripe.WebhookEndpointUpdateParams) =>
    dashboard.webhookEndpoints.update(await endpoint(), change);
  const subscribeTo = (events: readonly string[]) =>
    update({ enabled_events: events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[] });

  it.each(HANDLED_EVENTS)('is reported without %s, with the event', async (missing) => {
    await subscribeTo(HANDLED_EVENTS.filter((event) => event !== missing));
    const found = await diagnose(thorough);
    await subscribeTo(HANDLED_EVENTS);
    expect(found).toEqual([expect.stringContaining(`the webhook endpoint: ${missing} is not sent`)]);
  });

  it('is reported with its address if it is disabled', async () => {
    await update({ disabled: true });
    const found = await diagnose(thorough);
    await update({ disabled: false });
    expect(found).toEqual([expect.stringContaining('none is enabled for https://www.outharbor.test/api/')]);
  });

  it('is reported with the setting if it has another signing secret, once a delivery has failed', async () => {
    // The site answers every delivery with this status, as the API does to a wrong signature.
    answer = { ...usual, status: 400 };
    const customer = await dashboard.customers.create();
    await dashboard.subscriptions.create({
      customer: customer.id,
      items: [{ price: await findPrice({ sdk: dashboard }, FIRST) }],
      payment_behavior: 'default_incomplete',
    });
    await expect(stage.stripe.settle()).rejects.toThrow('answered 400');
    answer = usual;
    const later = { ...thorough, now: () => Date.now() + 180_000 };
    expect(await diagnose(later)).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET: Stripe could not deliver .* compare the secret/),
    ]);
  });
});

describe('a price', () => {
  const named = (plan: typeof FIRST) =>
    expect.stringContaining(`the price ${planLookupKey(plan)}: none in Stripe`);

  it('is reported if it is archived', async () => {
    await dashboard.prices.update(await findPrice({ sdk: dashboard }, FIRST), { active: false });
    expect(await diagnose(thorough)).toContainEqual(named(FIRST));
  });

  it('is reported if it was changed in the dashboard', async () => {
    await makePrice({ sdk: dashboard }, NEXT, { amount: planAmount(NEXT) + 100 });
    expect(await diagnose(thorough)).toContainEqual(named(NEXT));
  });
});
