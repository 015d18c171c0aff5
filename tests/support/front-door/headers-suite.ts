import { describe, expect, it } from 'vitest';
import { ANSWERS_OF_EACH_KIND, HEADERS_OF_EVERY_ANSWER } from './cases.ts';
import type { Send } from './raw-request.ts';

export function describeHeaders(send: Send): void {
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
}
