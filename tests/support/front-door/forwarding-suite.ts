import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import type { FrontDoorTarget } from './front-door-target.ts';
import type { RawAnswer, RawRequest, Send } from './raw-request.ts';

const json = { 'content-type': 'application/json' };
const readError = (answer: RawAnswer) =>
  (JSON.parse(answer.body) as { error: { code: string; requestId: string } }).error;

export function describeForwarding(target: () => FrontDoorTarget, send: Send): void {
  describe('the API', () => {
    const checkout: RawRequest = {
      method: 'POST',
      path: API_PATHS.createCheckoutSession,
      headers: json,
      body: JSON.stringify({ plan: FIRST.price, customerId: 'nobody' }),
    };

    it('receives requests with a request ID from the front door', async () => {
      const answer = await send({
        ...checkout,
        headers: { ...json, 'x-request-id': 'chosen-by-the-client' },
      });
      expect(answer.status).toBe(401);
      expect(readError(answer).requestId).toMatch(/^[0-9a-f]{32}$/);
      expect(answer.headers['x-request-id']).toBe(readError(answer).requestId);
    });

    it('answers unknown calls in JSON', async () => {
      const answer = await send({ path: '/api/v1/no-such-call' });
      expect([answer.status, readError(answer).code]).toEqual([404, 'not_found']);
    });

    it('does not receive oversized bodies, with or without Content-Length', async () => {
      const body = JSON.stringify({ padding: 'x'.repeat(2 * 1024 * 1024) });
      for (const headers of [json, { ...json, 'transfer-encoding': 'chunked' }]) {
        const answer = await send({ ...checkout, headers, body });
        expect([answer.status, readError(answer).code]).toEqual([413, 'payload_too_large']);
      }
    });

    it('is reported unavailable in JSON while the site is still served', () =>
      target().withApiUnavailable(async () => {
        const answer = await send(checkout);
        expect([answer.status, readError(answer).code]).toEqual([503, 'dependency_unavailable']);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect((await send({ path: '/' })).status).toBe(200);
      }));
  });

  describe('the identity service', () => {
    const toolkit = '/identitytoolkit.googleapis.com/v1';
    it("rejects the emulator's admin token", async () => {
      const owner = { authorization: 'Bearer owner' };
      const answer = await send({
        path: `${toolkit}/projects/demo-outharbor/accounts:batchGet`,
        headers: owner,
      });
      expect([401, 403]).toContain(answer.status);
    });

    it('answers its clients', async () => {
      const answer = await send({
        method: 'POST',
        path: `${toolkit}/accounts:signInWithPassword?key=demo-key`,
        headers: json,
        body: JSON.stringify({
          email: 'nobody@example.com',
          password: 'none-at-all',
          returnSecureToken: true,
        }),
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('INVALID_LOGIN_CREDENTIALS');
    });
  });

  describe('the database', () => {
    it('greets a socket with the public host', async () => {
      const { host } = new URL(target().url);
      const [greeting] = await converse(target().url, [], 1);
      expect(greeting).toMatchObject({ t: 'c', d: { t: 'h', d: { h: host } } });
    });

    it("rejects the emulator's owner credential", async () => {
      const claim = { t: 'd', d: { r: 1, a: 'gauth', b: { cred: 'owner' } } };
      const [, answer] = await converse(target().url, [claim], 2);
      expect(answer).toMatchObject({ t: 'd', d: { r: 1 } });
      expect(answer).not.toMatchObject({ d: { b: { s: 'ok' } } });
    });

    it('is the only service that accepts sockets', async () => {
      const socket = new WebSocket(`${target().url.replace('http', 'ws')}/api`);
      const outcome = await new Promise((resolve) => {
        for (const event of ['open', 'error']) socket.addEventListener(event, () => resolve(event));
      });
      expect(outcome).toBe('error');
    });
  });
}

/** Sends `lines` over a database socket and resolves with the first `count` messages. */
function converse(url: string, lines: readonly object[], count: number): Promise<unknown[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/.ws?v=5&ns=demo-outharbor-default-rtdb`);
  return new Promise((resolve, reject) => {
    const received: unknown[] = [];
    socket.addEventListener('error', () => reject(new Error('The socket was refused.')));
    socket.addEventListener('open', () => {
      for (const line of lines) socket.send(JSON.stringify(line));
    });
    socket.addEventListener('message', ({ data }) => {
      received.push(JSON.parse(String(data)));
      if (received.length < count) return;
      socket.close();
      resolve(received);
    });
  });
}
