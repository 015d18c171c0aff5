import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const LOG = new URL('./request-log.ts', import.meta.url);

/** A server that also sends the given requests (path and headers) to itself. */
const SERVER = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => {
    if (request.url.startsWith('/v1')) response.setHeader('request-id', 'req_1');
    response.writeHead(request.url.startsWith('/none') ? 404 : 200).end();
  }).listen(0, '127.0.0.1', async () => {
    const ask = (path, headers) => fetch('http://127.0.0.1:' + server.address().port + path, { headers });
    for (const [path, headers] of JSON.parse(process.env.REQUESTS)) await ask(path, headers);
    server.close();
  });`;

async function logLines(requests: readonly (readonly [path: string, headers: object])[]): Promise<unknown[]> {
  const args = ['--import', LOG.href, '--input-type=module', '--eval', SERVER];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, REQUESTS: JSON.stringify(requests) },
  });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

it('logs the ids of the front door and of Stripe, without the query', async () => {
  const lines = await logLines([
    ['/none?auth=secret', { 'x-request-id': 'abc' }],
    ['/v1/customers', {}],
  ]);
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: 'abc',
      method: 'GET',
      path: '/none',
      status: 404,
      seconds: expect.any(Number),
    },
    expect.objectContaining({ stripeRequestId: 'req_1', path: '/v1/customers', status: 200 }),
  ]);
});

it('does not log a request without an id', async () => {
  expect(await logLines([['/health', {}]])).toEqual([]);
});

it.each(['firebase', 'emulators'])('is preloaded in the %s image', async (target) => {
  const dockerfile = await readFile(new URL('../emulators/Dockerfile', import.meta.url), 'utf8');
  const stage = dockerfile.split(/^FROM /m).find((part) => part.startsWith(`base AS ${target}\n`));
  expect(stage).toContain('--import=/app/infra/containers/request-log.ts');
  expect(stage).toContain('COPY infra/containers/request-log.ts infra/containers/');
});
