import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readStatus } from './raw-request.ts';

interface Upload {
  readonly path: string;
  readonly announced: number;
  readonly sent: number;
}

/** Opens a connection and sends a request with an incomplete body. */
async function holdUpload(url: string, { path, announced, sent }: Upload): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + ' '.repeat(sent), resolve));
  return socket;
}

const holdUploads = (url: string, count: number, upload: Upload) =>
  Promise.all(Array.from({ length: count }, () => holdUpload(url, upload)));

const SENDERS = 200;
/** One byte per second for a minute. A front door that waits for the whole body would forward the request. */
const TRICKLE = { path: '/api/x', announced: 60, sent: 1 };
const MEGABYTE = 1024 * 1024;

/** Tests slow request bodies. `heldOnDisk` counts the front door's temporary body files. */
export function describeSlowSenders(url: () => string, heldOnDisk: () => Promise<number>): void {
  it(`answers ${SENDERS} trickling bodies with 408 and serves other clients in the meantime`, async () => {
    const senders = await holdUploads(url(), SENDERS, TRICKLE);
    const answers = senders.map(async (socket) => {
      const trickle = setInterval(() => socket.write(' '), 1000);
      try {
        return await text(socket);
      } finally {
        clearInterval(trickle);
      }
    });
    const others = ['/', '/runtime-config.json', '/api/x', '/emulated/stripe/x'];
    const served = await Promise.all(others.map((path) => fetch(url() + path)));
    expect(served.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(senders.filter(({ closed }) => closed)).toEqual([]);
    for (const answer of await Promise.all(answers)) {
      expect(readStatus(answer)).toBe(408);
      expect(answer).toMatch(/\r\ncontent-security-policy: /i);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('request_timeout');
    }
  });

  it('serves other clients while 34 one-megabyte bodies lack their last byte', async () => {
    const held = { path: '/api/x', announced: MEGABYTE, sent: MEGABYTE - 1 };
    const uploads = await holdUploads(url(), 34, held);
    try {
      expect(await heldOnDisk()).toBe(0);
      const body = 'x'.repeat(MEGABYTE / 2);
      const answer = await fetch(`${url()}/api/x`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { readonly body: string }).body).toHaveLength(body.length);
      expect(uploads.filter(({ closed }) => closed)).toEqual([]);
    } finally {
      for (const upload of uploads) upload.destroy();
    }
  });
}
