import { API_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp } from '../testing/test-app.ts';

const NOWHERE = '/api/v1/nothing?token=abc';

async function listening() {
  const test = await buildTestApp();
  onTestFinished(() => test.app.close());
  const logged = () =>
    test.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request answered');
  return { ...test, logged };
}

describe('completed request', () => {
  it('is logged once and measured once, by route pattern', async () => {
    const { app, logged, metrics } = await listening();
    const headers = { 'x-request-id': 'abcdef0123456789' };
    await app.inject({ url: NOWHERE, remoteAddress: '198.51.100.7', headers });
    await vi.waitFor(() => expect(logged()).toHaveLength(1));
    expect(logged()[0]).toMatchObject({
      level: 'info',
      reqId: 'abcdef0123456789',
      req: { method: 'GET', path: '/api/v1/nothing', address: '198.51.100.7' },
      status: 404,
      ms: expect.any(Number),
    });
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'outharbor_http_request_seconds_count{method="GET",route="unknown",status="404"} 1',
    );
    expect(text).not.toContain('/api/v1/nothing');
  });

  it('is logged with the client address even if the connection was closed immediately', async () => {
    const { app, logged } = await listening();
    app.addHook('onResponse', (request, _reply, done) => {
      request.raw.socket.destroy();
      done();
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await fetch(url + API_PATHS.stripeWebhook, { method: 'POST' }).catch(() => undefined);
    await vi.waitFor(() => expect(logged()).toHaveLength(1));
    expect(logged()[0].req.address).toBe('127.0.0.1');
  });

  it('is not logged if its route has a higher log level', async () => {
    const { app, logged, metrics } = await listening();
    await app.inject(API_PATHS.live);
    await vi.waitFor(async () =>
      expect(await metrics.registry.metrics()).toContain(`route="${API_PATHS.live}"`),
    );
    expect(logged()).toEqual([]);
  });
});
