import { expect, it } from 'vitest';
import { createHttpServer, listenOn, stopListening } from './listening.ts';

const startServer = () => createHttpServer((_request, response) => response.end('ok'));

it.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
  ['::1', /^http:\/\/\[::1\]:\d+$/],
])('returns a reachable address when listening on %s', async (host, pattern) => {
  const server = startServer();
  const { url } = await listenOn(server, 0, host);
  expect(url).toMatch(pattern);
  expect((await fetch(url)).status).toBe(200);
  await stopListening(server);
});

it('rejects when the port is in use', async () => {
  const first = startServer();
  const { port } = await listenOn(first, 0, '127.0.0.1');
  await expect(listenOn(startServer(), port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  await stopListening(first);
});

it('stops immediately despite open connections, even if it never listened', async () => {
  const server = createHttpServer(() => undefined);
  const { url } = await listenOn(server, 0, '127.0.0.1');
  const hanging = fetch(url);
  hanging.catch(() => undefined);
  await new Promise((resolve) => server.once('connection', resolve));
  await stopListening(server);
  await expect(hanging).rejects.toThrow();
  await stopListening(startServer());
});

it('keeps an idle connection for longer than a minute', async () => {
  const server = startServer();
  const { url } = await listenOn(server, 0, '127.0.0.1');
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=72');
  await stopListening(server);
});
