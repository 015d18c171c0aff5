import { API_PATHS } from '@outharbor/contract/paths';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { bearer, buildTestApp, type TestApp } from '../testing/test-app.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addTimeLimit, isVisitorAddress, USERS_PER_ADDRESS } from './limits.ts';

const PER_USER = 2;
const PER_ADDRESS = PER_USER * USERS_PER_ADDRESS;
const LIMITED = { RATE_LIMIT_PER_MINUTE: String(PER_USER), TRUST_PROXY: 'loopback' };

interface Call {
  /** The client address set by the front door. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly uid?: string;
}

const call = ({ app }: TestApp, { from, headers, uid = 'u' }: Call) =>
  app.inject({
    method: 'POST',
    url: API_PATHS.confirmPayment,
    headers: { ...headers, ...(from && { 'x-forwarded-for': from }) },
    payload: { sessionId: 'cs_test_1', firebaseId: uid },
  });

async function collectStatuses(count: number, one: (index: number) => ReturnType<typeof call>) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await one(index)).statusCode);
  return statuses;
}

describe('rate limit', () => {
  it('counts each user separately, across addresses', async () => {
    const test = await buildTestApp({ variables: LIMITED });
    const one = (index: number) =>
      call(test, { from: `203.0.113.${index}`, headers: bearer('ada'), uid: 'ada' });
    expect(await collectStatuses(PER_USER, one)).not.toContain(429);
    const rejected = await one(PER_USER);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json().error.code).toBe('rate_limited');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
    const other = await call(test, { from: '203.0.113.1', headers: bearer('ben'), uid: 'ben' });
    expect(other.statusCode).not.toBe(429);
  });

  it('is not reset by an unverified token', async () => {
    const test = await buildTestApp({ variables: LIMITED });
    const one = (index: number) =>
      call(test, { from: '203.0.113.1', headers: { authorization: `Bearer forged.${index}.x` } });
    expect(await collectStatuses(PER_ADDRESS, one)).toEqual(Array(PER_ADDRESS).fill(401));
    expect((await one(PER_ADDRESS)).statusCode).toBe(429);
  });

  it('counts an IPv6 network as one address', async () => {
    const test = await buildTestApp({ variables: LIMITED });
    const one = (index: number) => call(test, { from: `2001:db8::${index + 1}` });
    expect((await collectStatuses(PER_ADDRESS + 1, one)).at(-1)).toBe(429);
    expect((await call(test, { from: '2001:db8:1::1' })).statusCode).toBe(401);
  });

  it.each([
    ['in front of the API', {}],
    ['in front of the site', { from: '10.0.0.2' }],
  ])('does not count all visitors behind an unknown proxy %s as one', async (_, from) => {
    const test = await buildTestApp({ variables: LIMITED });
    const strangers = await collectStatuses(PER_ADDRESS * 2, () => call(test, from));
    expect(strangers).toEqual(Array(PER_ADDRESS * 2).fill(401));
    const ada = () => call(test, { ...from, headers: bearer('ada'), uid: 'ada' });
    expect((await collectStatuses(PER_USER + 1, ada)).at(-1)).toBe(429);
  });

  it('ignores addresses claimed by clients', async () => {
    const test = await buildTestApp({ variables: { ...LIMITED, TRUST_PROXY: 'false' } });
    const one = (index: number) =>
      test.app.inject({
        method: 'POST',
        url: API_PATHS.confirmPayment,
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `198.51.100.${index}` },
        payload: {},
      });
    expect((await collectStatuses(PER_ADDRESS + 1, one)).at(-1)).toBe(429);
  });

  it('does not apply to health checks and webhooks', async () => {
    const { app } = await buildTestApp({ variables: LIMITED });
    const from = { 'x-forwarded-for': '203.0.113.1' };
    const webhook = () =>
      app.inject({ method: 'POST', url: API_PATHS.stripeWebhook, headers: from, payload: {} });
    expect(await collectStatuses(PER_ADDRESS * 2, webhook)).not.toContain(429);
    expect((await app.inject({ url: API_PATHS.live, headers: from })).statusCode).toBe(200);
  });
});

describe('isVisitorAddress', () => {
  it.each(['203.0.113.1', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.1'])(
    'accepts %s',
    (address) => expect(isVisitorAddress(address)).toBe(true),
  );
  it.each([
    '10.1.2.3',
    '172.18.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.1.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])('rejects %s', (address) => expect(isVisitorAddress(address)).toBe(false));
});

describe('unknown proxy', () => {
  const warnings = ({ lines }: TestApp) => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  const LIVE = {
    PUBLIC_URL: 'https://www.example.com',
    FIREBASE_PROJECT_ID: 'outharbor-live',
    FIREBASE_DATABASE_URL: 'https://outharbor-live.firebaseio.com',
    FIREBASE_AUTH_EMULATOR_HOST: '',
    FIREBASE_CREDENTIALS: 'application-default',
    STRIPE_API_URL: '',
    STRIPE_SECRET_KEY: 'sk_live_abc',
    TRUST_PROXY: 'loopback',
  };

  it('is logged once as a warning in a live deployment', async () => {
    const test = await buildTestApp({ variables: LIVE });
    for (let index = 0; index < 3; index += 1) await call(test, { from: '172.18.0.1' });
    expect(warnings(test)).toHaveLength(1);
  });

  it.each([
    ['visitors have public addresses', LIVE, '203.0.113.1'],
    ['everything is emulated on one machine', {}, '127.0.0.1'],
  ])('is not reported if %s', async (_, variables, from) => {
    const test = await buildTestApp({ variables });
    await call(test, { from });
    expect(warnings(test)).toEqual([]);
  });
});

async function answerOver(handlingMs: number) {
  const app = Fastify();
  addErrorHandlers(app, createMetrics());
  addTimeLimit(app, 50);
  app.post('/slow', () => new Promise((resolve) => setTimeout(resolve, handlingMs, { done: true })));
  const url = await app.listen({ port: 0 });
  try {
    return await fetch(`${url}/slow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ some: 'body' }),
    });
  } finally {
    await app.close();
  }
}

it('answers 503 when a handler takes too long, also after the body was read', async () => {
  const answer = await answerOver(300);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});
