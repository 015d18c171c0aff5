import { PAGE_PATHS, SITE_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it } from 'vitest';
import type { Send } from './raw-request.ts';

export function describePages(send: Send): void {
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
}

export function describeRedirects(send: Send): void {
  describe('pages', () => {
    it('leads from the change-password URL to the account', async () => {
      const answer = await send({ path: '/.well-known/change-password' });
      expect([answer.status, answer.headers.location]).toEqual([302, '/account']);
    });

    it.each([...PAGE_PATHS])(
      'leads from %s in any case and with slashes at its end to %s',
      async (name, path) => {
        const spellings = [name, name.toUpperCase(), `${name}/`, `${name}//`].filter(
          (spelling) => spelling !== path && !spelling.startsWith('//'),
        );
        for (const spelling of spellings) {
          const { status, headers } = await send({ path: spelling });
          expect([spelling, status, headers.location]).toEqual([spelling, 301, path]);
        }
      },
    );

    it.each([
      ['/Pricing?plan=pro', '/subscribe?plan=pro'],
      ['/success/?session_id=cs_1', '/success?session_id=cs_1'],
      ['/faq//?utm_source=a%20b&utm_medium=c', '/faq?utm_source=a%20b&utm_medium=c'],
      ['/faq/?', '/faq'],
    ])('leads %s there with its query', async (path, location) => {
      expect((await send({ path })).headers.location).toBe(location);
    });
  });
}
