import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listenDelayed } from './delayed-listener.ts';

const LENGTH = 20 * 1024 * 1024;

it('delivers everything that was sent before the connection was closed', async () => {
  const server = createServer((socket) => socket.end(Buffer.alloc(LENGTH)));
  const { address, close } = await listenDelayed(server, { port: 0, host: '127.0.0.1', latencyMs: 1 });
  onTestFinished(async () => {
    await close();
    server.close();
  });
  const socket = connect(address.port, address.host);
  await once(socket, 'connect');
  expect(await buffer(socket)).toHaveLength(LENGTH);
});
