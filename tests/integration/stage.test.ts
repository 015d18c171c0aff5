import { randomUUID } from 'node:crypto';
import { planLookupKey } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import {
  CHECKOUT_HOST,
  DATABASE_HOST,
  PORTAL_HOST,
  PROJECT_ID,
  SCHEDULING_HOST,
  SECOND_DATABASE_HOST,
} from '@outharbor/rehearsal/hosts';
import { type Stage, startBareStage, startStage } from '@outharbor/rehearsal/stage';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../infra/emulators/tests/support/stripe/checkout.ts';
import { fetchAccessToken } from '../support/access-token.ts';

const closing = new Closing();
let stage: Stage;
/** Fetches by real host name and trusts the stage's authority. */
let ask: typeof fetch;
beforeAll(async () => {
  stage = await startStage({ siteUrl: 'http://127.0.0.1:9' }, closing);
  ask = fetchThrough(() => stage.gateway.port, stage.authority.certificate);
});
afterAll(() => closing.close());

const readStatus = async (url: string, init?: RequestInit) => (await ask(url, init)).status;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const accessToken = () => fetchAccessToken(stage.operator.secrets.firebase_service_account, ask);

describe('the database of the stage', () => {
  const root = `https://${DATABASE_HOST}/.json`;

  it('accepts an access token of the service account and rejects emulator credentials', async () => {
    expect(await readStatus(root, bearer(await accessToken()))).toBe(200);
    expect(await readStatus(root, bearer('owner'))).toBe(401);
    expect(await readStatus(`${root}?auth=owner`)).toBe(401);
    expect(await readStatus(root, bearer('ya29.made-up'))).toBe(401);
    expect(await readStatus(root)).toBe(401);
  });

  it('is selected by the host name, or by ns on the second host', async () => {
    const token = await accessToken();
    const value = randomUUID();
    const written = { method: 'PUT', body: JSON.stringify(value), ...bearer(token) };
    expect(await readStatus(`https://${DATABASE_HOST}/mark.json`, written)).toBe(200);
    const [namespace] = DATABASE_HOST.split('.');
    const second = `https://${SECOND_DATABASE_HOST}/mark.json`;
    expect(await (await ask(`${second}?ns=${namespace}`, bearer(token))).json()).toBe(value);
  });
});

describe('the identity service of the stage', () => {
  const lookup = (token: string) =>
    readStatus(`https://identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:lookup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"localId":["none"]}',
    });

  it('accepts an access token as admin and rejects emulator credentials', async () => {
    expect(await lookup(await accessToken())).toBe(200);
    expect(await lookup('owner')).toBe(401);
  });
});

describe('the Stripe of the stage', () => {
  const account = () =>
    new Stripe(stage.operator.secrets.stripe_secret_key, {
      httpClient: Stripe.createFetchHttpClient(ask),
    });

  it('serves checkout and portal on separate origins at their real paths', async () => {
    const price = await findPrice(account(), planLookupKey(FIRST));
    const { url } = await createSession(account(), { line_items: [{ price, quantity: 1 }] });
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_live_/);
    const page = await ask(String(url));
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://site.test;");
    expect(await readStatus(String(url).replace(CHECKOUT_HOST, PORTAL_HOST))).toBe(404);
    const { id } = await account().customers.create();
    const portal = await account().billingPortal.sessions.create({ customer: id });
    expect(portal.url).toMatch(/^https:\/\/billing\.stripe\.com\/p\/session\//);
    expect(await readStatus(portal.url)).toBe(200);
    expect(await readStatus(portal.url.replace(PORTAL_HOST, CHECKOUT_HOST))).toBe(404);
  });
});

describe('the widget of the stage', () => {
  it('serves the event type at its real path and a 404 page for others', async () => {
    expect(await readStatus(stage.scheduling.eventTypeUrl)).toBe(200);
    expect(stage.scheduling.eventTypeUrl).toMatch(/^https:\/\/calendly\.com\/[\w-]+\/[\w-]+$/);
    const missing = await ask(`https://${SCHEDULING_HOST}/nobody/nothing`);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

it('an unconfigured stage rejects whatever needs settings in a console', async () => {
  const bare = await startBareStage({ siteUrl: 'http://127.0.0.1:9' }, closing);
  const askBare = fetchThrough(() => bare.gateway.port, bare.authority.certificate);
  const signUp = await askBare('https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=any', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'visitor@example.com', password: 'secret-1' }),
  });
  expect(await signUp.json()).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } });
  expect((await askBare(`https://${DATABASE_HOST}/users.json`)).status).toBe(401);
  const account = new Stripe(bare.accountKey, { httpClient: Stripe.createFetchHttpClient(askBare) });
  const [prices, endpoints] = await Promise.all([account.prices.list(), account.webhookEndpoints.list()]);
  expect([prices.data, endpoints.data]).toEqual([[], []]);
  const { id: customer } = await account.customers.create();
  await expect(account.billingPortal.sessions.create({ customer })).rejects.toThrow(
    'your live mode default configuration has not been created',
  );
});
