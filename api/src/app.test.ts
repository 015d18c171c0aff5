import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors/app-error.ts';
import { bearer, buildTestApp, createMemoryIdentity } from './testing/test-app.ts';

describe('API', () => {
  it('logs the details of an unexpected error and does not return them', async () => {
    const test = await buildTestApp();
    test.payments.createCustomer = async () => {
      throw new Error('secret detail at /srv/app.ts');
    };
    const response = await test.app.inject({
      method: 'POST',
      url: API_PATHS.createCheckoutSession,
      headers: bearer('u'),
      payload: { plan: FIRST.price, customerId: 'u' },
    });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toMatch(/secret|srv/);
    expect(test.lines.join()).toContain('secret detail');
  });

  it('reuses a well-formed request id from the front door and rejects other values', async () => {
    const { app } = await buildTestApp();
    const idFor = async (given: string) =>
      (await app.inject({ url: API_PATHS.live, headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idFor('abcdef0123456789')).toBe('abcdef0123456789');
    expect(await idFor('short')).not.toBe('short');
    expect(await idFor('with spaces and <script>')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a successful response', API_PATHS.live, 200],
    ['an error response', API_PATHS.confirmPayment, 404],
    ['a malformed URL', '/api/%E0%A4%A', 400],
    ['an unavailable dependency', API_PATHS.ready, 503],
  ])('sets security headers on %s', async (_name, url, status) => {
    const test = await buildTestApp();
    test.payments.failure = new AppError('dependency_unavailable');
    const response = await test.app.inject(url);
    const { headers } = response;
    expect(response.statusCode).toBe(status);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(status === 200 || response.json().error.requestId === headers['x-request-id']).toBe(true);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('lets only scripts from its own origin read responses', async () => {
    const { app } = await buildTestApp();
    const allowed = async (origin: string) =>
      (await app.inject({ url: API_PATHS.live, headers: { origin } })).headers['access-control-allow-origin'];
    expect(await allowed('http://localhost:8080')).toBe('http://localhost:8080');
    expect(await allowed('https://evil.example')).not.toBe('https://evil.example');
  });

  it('answers a preflight and rejects other OPTIONS requests in the error shape', async () => {
    const { app } = await buildTestApp();
    const preflight = { origin: 'http://localhost:8080', 'access-control-request-method': 'POST' };
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'OPTIONS', url: API_PATHS.confirmPayment, headers });
    expect((await ask(preflight)).statusCode).toBe(204);
    const rejected = await ask({});
    expect([rejected.statusCode, rejected.headers.allow]).toEqual([405, 'GET, POST']);
    expect(rejected.json().error.code).toBe('method_not_allowed');
  });

  it('serves its OpenAPI description and a documentation page without inline scripts', async () => {
    const { app } = await buildTestApp();
    const description = (await app.inject(`${API_PATHS.docs}/json`)).json();
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining([API_PATHS.createCheckoutSession, API_PATHS.confirmPayment, API_PATHS.live]),
    );
    const page = await app.inject(API_PATHS.docs);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.body).not.toMatch(/<script>|<style|\son\w+=/);
  });

  it('logs the reason for a rejection without the token it quotes', async () => {
    const cause = new Error('cannot read eyJhbGciOi.eyJzdWIi.sig at the end');
    const reject = () => Promise.reject(new AppError('unauthenticated', { cause }));
    const identity = { ...createMemoryIdentity(), verify: reject };
    const { app, lines } = await buildTestApp({ identity });
    await app.inject({
      method: 'POST',
      url: API_PATHS.confirmPayment,
      headers: bearer('u'),
      payload: { sessionId: 'cs_test_1', firebaseId: 'u' },
    });
    expect(lines.join()).toContain('cannot read [redacted] at the end');
    expect(lines.join()).not.toContain('eyJ');
  });
});
