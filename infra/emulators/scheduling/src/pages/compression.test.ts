import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addCompression } from './compression.ts';

it.each([
  ['a constant response once', true, 1],
  ['any other response every time', false, 2],
])('compresses %s', async (_when, constant, times) => {
  const app = Fastify();
  const sent = new Set<unknown>();
  addCompression(app);
  app.addHook('onSend', async (_request, _reply, payload) => void sent.add(payload));
  app.get('/', { config: { constant } }, async () => 'text '.repeat(1000));
  for (let asked = 0; asked < 2; asked += 1) {
    const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBe('gzip');
  }
  expect(sent.size).toBe(times);
});
