import { connect } from 'node:net';
import { API_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, planAmount, planProductId } from '@outharbor/contract/plans';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { assertSafeError } from '../support/abuse/safe-error.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

const CHECKOUT = API_PATHS.createCheckoutSession;

describe('hostile requests', () => {
  const world = suiteFixture(() => startWorld({ variables: { REQUEST_TIMEOUT_MS: '2000' } }));
  afterEach(() => expectWorld(world, { target: NOTHING }));

  const apiUrl = () => world.api().url;

  /** Sends raw bytes and resolves with everything received until the connection closes. */
  function raw(bytes: string): Promise<string> {
    const { hostname, port } = new URL(apiUrl());
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  }

  it.each<[string, unknown]>([
    ['a negative price', { plan: -FIRST.price, customerId: 'target' }],
    ['a fractional price', { plan: FIRST.price + 0.01, customerId: 'target' }],
    ['a price as an object', { plan: { $gt: 0 }, customerId: 'target' }],
    ['a null price', { plan: null, customerId: 'target' }],
    ['a return URL', { plan: FIRST.price, customerId: 'target', success_url: 'https://evil.example' }],
    ['a uid with a dot', { plan: FIRST.price, customerId: 'target.x' }],
    ['a control character in the uid', { plan: FIRST.price, customerId: 'target\u0000' }],
    ['a uid over the length limit', { plan: FIRST.price, customerId: 'x'.repeat(129) }],
    ['a __proto__ key', `{"plan":${FIRST.price},"customerId":"target","__proto__":{"admin":true}}`],
    ['a constructor key', `{"plan":${FIRST.price},"customerId":"target","constructor":{"prototype":{}}}`],
    ['a duplicate key with different values', '{"plan":1,"plan":2,"customerId":"target"}'],
    ['truncated JSON', `{"plan":${FIRST.price},`],
    ['deeply nested JSON', '['.repeat(8000) + ']'.repeat(8000)],
    ['an empty body', ''],
    ['plain text', `plan=${FIRST.price}`],
  ])('rejects a checkout with %s', async (_name, body) => {
    expect((await world.user('target').post(CHECKOUT, body)).status).toBe(400);
  });

  it('rejects a body over the size limit with 413', async () => {
    const answer = await world
      .user('target')
      .post(CHECKOUT, { plan: FIRST.price, customerId: 'x'.repeat(100_000) });
    expect([answer.status, answer.body.error?.code]).toEqual([413, 'payload_too_large']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('rejects the content type %s with 415', async (type) => {
    const answer = await world.user('target').post(CHECKOUT, `plan=${FIRST.price}`, { 'content-type': type });
    expect([answer.status, answer.body.error?.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'answers %s on a state-changing route with 404',
    async (method) => {
      expect((await fetch(`${apiUrl()}${CHECKOUT}`, { method })).status).toBe(404);
    },
  );

  it.each([
    '/api/v1/../../etc/passwd',
    '/api/docs/static/..%2f..%2fpackage.json',
    '/api/docs/static/%2e%2e/%2e%2e/server.ts',
    '/.env',
    '/api/%00',
    '/api/v1/%E0%A4%A',
  ])('answers the path %s with a safe 400 or 404', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toMatch(/root:|"name":|import /);
    assertSafeError(Number(answer.slice(9, 12)), answer.split('\r\n\r\n')[1] ?? '');
  });

  it.each([
    ['conflicting Content-Length headers', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['Content-Length and Transfer-Encoding', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['an unknown Transfer-Encoding', 'Transfer-Encoding: xchunked\r\n'],
    ['a space before the colon', 'Content-Length : 5\r\n'],
    ['a negative Content-Length', 'Content-Length: -1\r\n'],
    ['a folded header', 'X-A: 1\r\n b: 2\r\n'],
  ])('rejects a request with %s and closes the connection', async (_name, headers) => {
    const answer = await raw(
      `POST ${CHECKOUT} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\nhello`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('rejects oversized headers with 431 in the standard error format', async () => {
    const answer = await raw(
      `GET /api/health/live HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    const { code, requestId } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error;
    expect(code).toBe('headers_too_large');
    expect(answer).toContain(`\r\nx-request-id: ${requestId}\r\n`);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(answer).toMatch(/\r\ncache-control: no-store\r\n/);
  });

  it.each([
    ['its headers', `POST ${CHECKOUT} HTTP/1.1\r\nHost: a\r\nX-Slow`],
    [
      'its body',
      `POST ${CHECKOUT} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    ],
  ])('times out a client that never finishes %s', async (_name, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 (408|503) /);
  });

  it('ignores the Host header when it builds URLs', async () => {
    const body = JSON.stringify({ plan: FIRST.price, customerId: 'host-header' });
    const token = world.issuer.issue('host-header');
    await raw(
      `POST ${CHECKOUT} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const { checkoutSessions } = await world.stripe.state();
    const session = checkoutSessions.find(({ metadata }) => metadata?.uid === 'host-header');
    expect(session?.success_url).toBe('http://localhost:8080/success?session_id={CHECKOUT_SESSION_ID}');
  });

  it('charges the catalogue price of the requested plan', async () => {
    const { id } = requireSession(await world.user('bargain').book(LAST.price));
    const session = await world.sdk.checkout.sessions.retrieve(id);
    expect([session.amount_total, session.currency, session.mode]).toEqual([
      planAmount(LAST),
      PLAN_CURRENCY,
      'subscription',
    ]);
    const { data: items } = await world.sdk.checkout.sessions.listLineItems(id);
    expect(items.map(({ price }) => price?.product)).toEqual([planProductId(LAST)]);
    expect(session.metadata).toMatchObject({ uid: 'bargain', plan: LAST.name, price: items[0]?.price?.id });
  });

  it('a thousand rejected requests create no session and no metric series per path', async () => {
    const user = world.user('target');
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => user.post(`/api/v1/${batch}-${i}`, { plan: 1 })),
      );
    }
    const text = await world.api().metrics.registry.metrics();
    expect(
      text.split('\n').filter((line) => line.includes('outharbor_http_request_seconds_count')).length,
    ).toBeLessThan(60);
    expect(text).not.toContain('19-49');
  });
});
