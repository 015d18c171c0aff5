import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { receiveApiLog } from './receive-api-log.ts';

async function logAndSender() {
  const { requests, port, close } = await receiveApiLog(0);
  const sender = createSocket('udp4');
  onTestFinished(() => {
    close();
    sender.close();
  });
  return { requests, send: (text: string) => sender.send(`<190>Nov 26 12:00:00 nginx: ${text}`, port) };
}

const claims = Buffer.from(JSON.stringify({ user_id: 'uid-of-ada' })).toString('base64url');
const LINE = {
  ended: 1_795_694_400.25,
  seconds: 0.25,
  method: 'POST',
  url: '/api/v1/payment-success',
  status: '409',
  requestId: 'a1b2c3',
  authorization: `Bearer e30.${claims}.signature`,
  userAgent: 'a browser',
};

test('keeps a request with its id, under the person of its token, without the token', async () => {
  const { requests, send } = await logAndSender();
  send(JSON.stringify(LINE));
  await vi.waitFor(() => expect(requests.list(undefined, { texts: ['uid-of-ada'] })).toHaveLength(1));
  expect(requests.list(undefined, { texts: ['uid-of-bob'] })).toEqual([]);
  expect(requests.find(undefined, 1)).toMatchObject({
    at: 1_795_694_400_000,
    durationMs: 250,
    method: 'POST',
    url: '/api/v1/payment-success',
    status: 409,
    requestId: 'a1b2c3',
    requestHeaders: { authorization: 'Bearer [redacted]' },
    requestBody: '',
  });
});

test('warns of a malformed line and keeps the next', async () => {
  const { requests, send } = await logAndSender();
  const warned = once(process, 'warning');
  send('{"ended":');
  expect(String((await warned)[0])).toContain('malformed');
  send(JSON.stringify({ ...LINE, status: '204' }));
  await vi.waitFor(() => expect(requests.list(undefined)).toMatchObject([{ status: 204, reason: null }]));
});
