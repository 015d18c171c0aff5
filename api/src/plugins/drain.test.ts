import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeConnectionsAsTheyFallIdle } from './drain.ts';

it('closes after the last response despite a keep-alive connection', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 60_000 });
  closeConnectionsAsTheyFallIdle(app);
  const arrived = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  app.get('/', async () => {
    arrived.resolve();
    await finish.promise;
    return 'done';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const answered = once(request(url, { agent }).end(), 'response');
  await arrived.promise;
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  finish.resolve();
  const [answer] = await answered;
  expect(await text(answer)).toBe('done');
  await closed;
  agent.destroy();
});
