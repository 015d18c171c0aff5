import { createServer } from 'node:http';
import { Closing } from '@outharbor/embedded/closing';
import { listenOn } from '@outharbor/emulator-kit/listening';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { type Stage, startStage } from '@outharbor/rehearsal/stage';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../api/src/config/config.ts';
import { diagnose, type Patient } from '../../scripts/doctor-checks.ts';

const closing = new Closing();
let stage: Stage;
let patient: Patient;
let dashboard: Stripe;
/** What the site in front answers to `/runtime-config.json`. */
let answer: { readonly status: number; readonly body: unknown; readonly location?: string };

beforeAll(async () => {
  const site = createServer((_, response) => {
    const { status, body, location } = answer;
    response.writeHead(status, location === undefined ? {} : { location }).end(JSON.stringify(body));
  });
  const { url } = await listenOn(site, 0, '127.0.0.1');
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
  patient = { config, webApiKey: settings.FIREBASE_API_KEY ?? '', fetch: ask };
  dashboard = new Stripe(stage.accountKey, { httpClient: Stripe.createFetchHttpClient(ask) });
  answer = {
    status: 200,
    body: {
      firebase: { projectId: config.firebase.projectId, databaseUrl: config.firebase.databaseUrl },
    },
  };
  closing.add(Promise.resolve({ close: async () => void site.close() }));
});
afterAll(() => closing.close());

it('finds nothing wrong in a deployment that follows the guide, except what the restricted key may not see', async () => {
  expect(await diagnose(patient)).toEqual([
    expect.stringMatching(/^the webhook endpoint: could not be checked/),
  ]);
});

it('names a missing event, an archived price and the lost permission', async () => {
  const withAll = {
    ...patient,
    config: { ...patient.config, stripe: { ...patient.config.stripe, secretKey: stage.accountKey } },
  };
  expect(await diagnose(withAll)).toEqual([]);
  const [endpoint] = (await dashboard.webhookEndpoints.list()).data;
  const events = (endpoint?.enabled_events ?? []).filter((event) => event !== 'invoice.paid');
  await dashboard.webhookEndpoints.update(endpoint?.id ?? '', {
    enabled_events: events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
  });
  const [price] = (await dashboard.prices.list({ active: true })).data;
  await dashboard.prices.update(price?.id ?? '', { active: false });
  expect(await diagnose(withAll)).toEqual([
    expect.stringContaining(`the price ${price?.lookup_key}`),
    expect.stringContaining('invoice.paid is not sent'),
  ]);
});

it.each([
  [
    'redirects',
    { status: 301, body: null, location: 'https://example.com/' },
    'PUBLIC_URL: the site redirects to https://example.com',
  ],
  [
    'has another project',
    { status: 200, body: { firebase: { projectId: 'other', databaseUrl: 'https://other.firebaseio.com' } } },
    'FIREBASE_PROJECT_ID: the site has other',
  ],
])('names the setting of a site that %s', async (_, changed, expected) => {
  const usual = answer;
  answer = changed;
  const found = await diagnose(patient);
  answer = usual;
  expect(found[0]).toContain(expected);
});

it('names a key that Stripe does not know, and each permission that a key lacks', async () => {
  const withKey = (secretKey: string) =>
    diagnose({ ...patient, config: { ...patient.config, stripe: { ...patient.config.stripe, secretKey } } });
  expect((await withKey('rk_live_unknown')).join('\n')).toContain(
    'STRIPE_SECRET_KEY: Stripe does not know this key',
  );
  const { permissions } = stage.operator;
  stage.stripe.configure({
    apiKeys: [
      { key: 'rk_live_less', permissions: permissions.filter((name) => !/^(event|charge)_/.test(name)) },
    ],
  });
  const found = (await withKey('rk_live_less')).join('\n');
  expect(found).toContain('STRIPE_SECRET_KEY: the key lacks Events: Read');
  expect(found).toContain('STRIPE_SECRET_KEY: the key lacks Charges and Refunds: Write');
  expect(found.match(/lacks/g)).toHaveLength(2);
});
