import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Send } from './raw-request.ts';

export function describeAssets(send: Send): void {
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
      const compressed = await send({ path, headers: { 'accept-encoding': encoding } });
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
}
