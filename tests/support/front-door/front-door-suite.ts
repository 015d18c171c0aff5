import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it } from 'vitest';
import {
  AMBIGUOUS_REQUESTS,
  ANSWERS_OF_EACH_KIND,
  HEADERS_OF_EVERY_ANSWER,
  REJECTED_REQUESTS,
} from './cases.ts';
import { describeForwarding } from './forwarding-suite.ts';
import type { FrontDoorTarget } from './front-door-target.ts';
import { readStatus, sendBytes, sendRaw } from './raw-request.ts';
import { describeRejections } from './rejections-suite.ts';

/** Declares the conformance tests shared by Nginx and the embedded front door. */
export function describeFrontDoor(target: () => FrontDoorTarget): void {
  const send = (request: Parameters<typeof sendRaw>[1]) => sendRaw(target().url, request);

  describe('pages', () => {
    it.each(Object.values(SITE_PATHS))('serves %s as a page that is revalidated every time', async (path) => {
      const answer = await send({ path });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toContain('<div id="root"');
      const again = await send({ path, headers: { 'if-none-match': String(answer.headers.etag) } });
      expect([again.status, again.body]).toEqual([304, '']);
    });

    it.each([
      ['/', 'identity'],
      ['/', 'br'],
      ['/faq', 'gzip'],
      ['/icon.svg', 'identity'],
    ])('revalidates %s (%s) with the original headers', async (path, encoding) => {
      const headers = { 'accept-encoding': encoding };
      const served = await send({ path, headers });
      const again = await send({
        path,
        headers: { ...headers, 'if-none-match': String(served.headers.etag) },
      });
      expect(again.status).toBe(304);
      for (const name of ['content-security-policy', 'cache-control', 'x-frame-options', 'etag', 'vary'])
        expect([name, again.headers[name]]).toEqual([name, served.headers[name]]);
    });

    it('answers an unknown address with a page and 404', async () => {
      const answer = await send({ path: '/no-such-page' });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
    });

    it.each([
      '/.well-known',
      '/.well-known/security.txt',
      '/.well-known/assetlinks.json',
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    ])('answers %s like any unknown address', async (path) => {
      const [answer, unknown] = [await send({ path }), await send({ path: '/no-such-page' })];
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    });

    it('leads from the change-password URL to the account', async () => {
      const answer = await send({ path: '/.well-known/change-password' });
      expect([answer.status, answer.headers.location]).toEqual([302, '/account']);
    });

    it('redirects a trailing slash to the page', async () => {
      const answer = await send({ path: '/faq/' });
      expect([answer.status, answer.headers.location]).toEqual([301, '/faq']);
    });

    it.each([
      ['/success/?session_id=cs_1', '/success?session_id=cs_1'],
      ['/faq//?utm_source=a%20b&utm_medium=c', '/faq?utm_source=a%20b&utm_medium=c'],
      ['/faq/?', '/faq'],
    ])('leads %s there with its query', async (path, location) => {
      expect((await send({ path })).headers.location).toBe(location);
    });

    it('answers HEAD without a body', async () => {
      const answer = await send({ method: 'HEAD', path: '/' });
      expect([answer.status, answer.body]).toEqual([200, '']);
    });

    it('serves the runtime configuration without caching it', async () => {
      const answer = await send({ path: '/runtime-config.json' });
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(JSON.parse(answer.body)).toMatchObject({
        emulated: true,
        firebase: { projectId: 'demo-outharbor' },
      });
    });
  });

  describe('an asset', () => {
    const firstScript = async () =>
      /\/assets\/[\w.-]+\.js/.exec((await send({ path: '/' })).body)?.[0] ?? 'none';

    it('is cacheable for a year', async () => {
      const answer = await send({ path: await firstScript() });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/javascript/);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    it.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)('is compressed with %s if accepted', async (encoding, decompress) => {
      const path = await firstScript();
      const { hostname, port } = new URL(target().url);
      const compressed = await fetchBytes(`http://${hostname}:${port}${path}`, encoding);
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(decompress(compressed.bytes).toString()).toBe((await send({ path })).body);
    });

    it('is uncompressed if no compression is accepted', async () => {
      const answer = await send({ path: await firstScript(), headers: { 'accept-encoding': 'identity' } });
      expect(answer.headers['content-encoding']).toBeUndefined();
    });

    it('answers 404 if it does not exist', async () => {
      expect((await send({ path: '/assets/none-00000000.js' })).status).toBe(404);
    });
  });

  describe('the set of headers', () => {
    it.each(ANSWERS_OF_EACH_KIND)('protects $name', async (request) => {
      const { headers } = await send(request);
      expect(headers).toMatchObject(HEADERS_OF_EVERY_ANSWER);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server ?? '').not.toMatch(/\d/);
    });

    it('forbids inline scripts and other origins on pages', async () => {
      const policy = String((await send({ path: '/' })).headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/connect-src 'self'(;|$)/);
    });

    it('allows the site to frame the widget', async () => {
      const answer = await send({ path: '/emulated/scheduling/outharbor/discovery-session' });
      expect(answer.status).toBe(200);
      expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(answer.headers['content-security-policy']).not.toContain("frame-ancestors 'none'");
    });
  });

  describe('rejections', () => {
    it.each(REJECTED_REQUESTS)('rejects $name', async (request) => {
      const { status, body } = await send(request);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.length).toBeLessThan(40_000);
    });

    it.each(AMBIGUOUS_REQUESTS)('rejects $name and closes the connection', async ({ bytes }) => {
      const answer = await sendBytes(target().url, bytes);
      expect(readStatus(answer)).toBeGreaterThanOrEqual(400);
      expect(readStatus(answer)).toBeLessThan(500);
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    });

    it.each(['/', '/api/v1/no-such-call'])('turns no browser with many cookies away: %s', async (path) => {
      const cookie = Array.from({ length: 50 }, (_, index) => `c${index}=${'x'.repeat(1000)}`).join('; ');
      const [plain, answer] = await Promise.all([send({ path }), send({ path, headers: { cookie } })]);
      expect(answer.status).toBe(plain.status);
    });

    it('rejects oversized headers', async () => {
      const answer = await sendBytes(
        target().url,
        `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      );
      // The connection may close before the client, which is still sending, can read the response.
      expect(answer === '' || [400, 431].includes(readStatus(answer))).toBe(true);
    });

    it('closes a connection that sends its headers too slowly', async () => {
      const answer = await sendBytes(target().url, 'GET / HTTP/1.1\r\nHost: a\r\n');
      expect(answer === '' || readStatus(answer) === 408).toBe(true);
    });
  });

  describeRejections(() => target().url);
  describeForwarding(target, send);
}

async function fetchBytes(url: string, encoding: string) {
  const { request } = await import('node:http');
  const { buffer } = await import('node:stream/consumers');
  return new Promise<{ headers: Record<string, string | undefined>; bytes: Buffer }>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const headers = answer.headers as Record<string, string | undefined>;
      buffer(answer).then((bytes) => resolve({ headers, bytes }), reject);
    })
      .on('error', reject)
      .end();
  });
}
