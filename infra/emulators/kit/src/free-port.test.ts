import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstFreePort, freePort, reservePort } from './free-port.ts';

const HOST = '127.0.0.1';
const other = createServer();
let taken: number;

beforeAll(async () => {
  await once(other.listen(0, HOST), 'listening');
  taken = (other.address() as AddressInfo).port;
});
afterAll(() => other.close());

it('picks a usable port below the ephemeral range', async () => {
  const port = await freePort(HOST);
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  await once(server.close(), 'close');
});

it('skips a port in use', async () => {
  const free = await freePort(HOST);
  expect(await firstFreePort(HOST, [taken, taken, free])).toBe(free);
});

it('holds a reserved port until it is closed, with open connections too', async () => {
  const reserved = await reservePort(HOST);
  await expect(firstFreePort(HOST, [reserved.port])).rejects.toThrow('None of 1 ports of 127.0.0.1 is free.');
  const early = connect(reserved.port, HOST);
  await once(early, 'connect');
  await reserved.close();
  expect(await firstFreePort(HOST, [reserved.port])).toBe(reserved.port);
  early.destroy();
});

it('rejects if the address is not local', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
