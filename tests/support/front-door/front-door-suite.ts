import { describe, expect, it } from 'vitest';
import { describeAssets } from './assets-suite.ts';
import { AMBIGUOUS_REQUESTS, REJECTED_REQUESTS } from './cases.ts';
import { describeForwarding } from './forwarding-suite.ts';
import type { FrontDoorTarget } from './front-door-target.ts';
import { describeHeaders } from './headers-suite.ts';
import { describePages, describeRedirects } from './pages-suite.ts';
import { readStatus, type Send, sendBytes, sendRaw } from './raw-request.ts';
import { describeRejections } from './rejections-suite.ts';

/** Declares the conformance tests shared by Nginx and the embedded front door. */
export function describeFrontDoor(target: () => FrontDoorTarget): void {
  const send: Send = (request) => sendRaw(target().url, request);
  describePages(send);
  describeRedirects(send);
  describeAssets(send);
  describeHeaders(send);
  describeBadRequests(target, send);
  describeRejections(() => target().url);
  describeForwarding(target, send);
}

function describeBadRequests(target: () => FrontDoorTarget, send: Send): void {
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
}
