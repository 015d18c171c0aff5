import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer, listenOn, stopListening } from './listening.ts';
import { readBody } from './read-body.ts';
import { RequestLog, UNLOGGED_HEADER } from './request-log.ts';

async function serve(handle: RequestListener): Promise<{ log: RequestLog; url: string }> {
  const log = new RequestLog();
  const server = createHttpServer(log.record(handle));
  const { url } = await listenOn(server, 0, '127.0.0.1');
  onTestFinished(() => stopListening(server));
  return { log, url };
}

const echo: RequestListener = async (request, response) => {
  const body = await readBody(request, 1e9, () => new Error('too large'));
  response.writeHead(200, { 'x-made-by': 'echo' });
  response.write(body);
  response.end('!');
};

async function ask(url: string, init: RequestInit = {}): Promise<void> {
  await (await fetch(url, init)).text();
  // The server notes the end after the client has the answer.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('keeps a request with its answer', async () => {
  const { log, url } = await serve(echo);
  await ask(`${url}/a?b=1`, { method: 'POST', body: 'hello', headers: { authorization: 'Bearer secret' } });
  expect(log.list(undefined)).toEqual([
    expect.objectContaining({ id: 1, method: 'POST', url: '/a?b=1', status: 200, reason: null }),
  ]);
  expect(log.find(undefined, 1)).toMatchObject({
    requestBody: 'hello',
    requestHeaders: { authorization: 'Bearer [redacted]' },
    responseBody: 'hello!',
    responseHeaders: { 'x-made-by': 'echo' },
  });
});

test.each([
  ['an error object', '{"error":{"message":"No such customer"}}', 'No such customer'],
  ['an error text', '{"error":"Permission denied"}', 'Permission denied'],
  ['a message', '{"title":"Not Found","message":"Nothing here"}', 'Nothing here'],
  ['plain text', 'Bad Gateway', 'Bad Gateway'],
])('tells the reason of a rejection from %s', async (_form, body, reason) => {
  const { log, url } = await serve((_request, response) => response.writeHead(400).end(body));
  await ask(url);
  expect(log.list(undefined)[0]).toMatchObject({ status: 400, reason });
});

test('keeps only the first bytes of long bodies', async () => {
  const { log, url } = await serve(echo);
  await ask(url, { method: 'POST', body: 'x'.repeat(100_000) });
  const { requestBody, responseBody } = log.find(undefined, 1) ?? {};
  expect(requestBody).toBe('x'.repeat(8192));
  expect(responseBody).toHaveLength(8192);
});

test('keeps the last 2,000 requests', async () => {
  const log = new RequestLog();
  for (let index = 0; index < 2_500; index += 1) {
    log.add({ method: 'PUT', url: `/${index}`, body: () => '', bodySize: 0, status: 200, answer: '' });
  }
  const kept = log.list(undefined);
  expect(kept).toHaveLength(2_000);
  expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([501, 2_500]);
  expect(log.find(undefined, 500)).toBeUndefined();
  expect(log.list(undefined, { after: 2_498 }).map(({ id }) => id)).toEqual([2_499, 2_500]);
});

test('separates namespaces by project, database, path and key', async () => {
  const { log, url } = await serve(echo);
  await ask(`${url}/v1/projects/demo_ns_one/accounts`);
  await ask(`${url}/users.json?ns=demo_ns_one-default-rtdb`);
  await ask(`${url}/pages/ns/one/checkout`);
  await ask(`${url}/v1/customers`, { headers: { authorization: 'Bearer sk_test_x_ns_one' } });
  const basic = Buffer.from('sk_test_x_ns_one:').toString('base64');
  await ask(`${url}/v1/customers`, { headers: { authorization: `Basic ${basic}` } });
  await ask(`${url}/v1/customers`);
  expect(log.list('one').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(log.list(undefined).map(({ id }) => id)).toEqual([6]);
  expect(log.find(undefined, 1)).toBeUndefined();
});

test('finds requests by what they contain', async () => {
  const { log, url } = await serve(echo);
  await ask(`${url}/one`, { method: 'POST', body: 'email=ada%40example.com' });
  await ask(`${url}/two`, { method: 'POST', body: 'cus_123' });
  await ask(`${url}/three`);
  expect(log.list(undefined, { texts: ['ada@example.com', 'cus_123'] }).map(({ id }) => id)).toEqual([1, 2]);
});

test('finds requests by whose token they carry', async () => {
  const { log, url } = await serve(echo);
  const token = `e30.${Buffer.from('{"sub":"uid-1"}').toString('base64url')}.signature`;
  await ask(`${url}/mine`, { headers: { authorization: `Bearer ${token}` } });
  await ask(`${url}/other`);
  expect(log.list(undefined, { texts: ['uid-1'] }).map(({ url: asked }) => asked)).toEqual(['/mine']);
});

test.each(['request-id', 'x-request-id'])(
  'tells the id by which an answer names its request in %s',
  async (name) => {
    const { log, url } = await serve((_request, response) =>
      response.writeHead(200, { [name]: 'req_1' }).end(),
    );
    await ask(url);
    expect(log.list(undefined)).toMatchObject([{ requestId: 'req_1' }]);
  },
);

test('shows a request that is not answered, and leaves out tools that only look', async () => {
  const { log, url } = await serve((request, response) => {
    if (request.url === '/drop') request.socket.destroy();
    else response.end();
  });
  await fetch(`${url}/drop`).catch(() => undefined);
  await ask(`${url}/look`, { headers: { [UNLOGGED_HEADER]: 'console' } });
  expect(log.list(undefined)).toEqual([expect.objectContaining({ url: '/drop', status: null })]);
});

test('tells what came or was answered since a cursor, and everything to who knows another log', async () => {
  let answer: (() => void) | undefined;
  const { log, url } = await serve((request, response) => {
    if (request.url === '/slow') answer = () => response.end();
    else response.end();
  });
  await ask(`${url}/one`);
  const slow = ask(`${url}/slow`);
  await expect.poll(() => answer).toBeDefined();
  const first = log.changes(undefined, 'start');
  expect(first).toMatchObject({ count: 2, rows: [{ url: '/one' }, { url: '/slow', status: null }] });
  expect(log.changes(undefined, first.cursor)).toEqual({ cursor: first.cursor, count: 2, rows: [] });
  answer?.();
  await slow;
  expect(log.changes(undefined, first.cursor).rows).toMatchObject([{ url: '/slow', status: 200 }]);
  expect(log.changes(undefined, new RequestLog().changes(undefined, 'start').cursor).rows).toHaveLength(2);
  expect(log.changes('other', 'start')).toMatchObject({ count: 0, rows: [] });
});

test('restores the requests of a namespace beside those of another, and tells of them', async () => {
  const { log, url } = await serve(echo);
  await ask(`${url}/ns/a/one`, { method: 'POST', body: 'hello' });
  const saved = log.whole('a');
  await ask(`${url}/two`);
  const { cursor } = log.changes(undefined, 'start');
  log.restore(undefined, [...saved, { ...(saved[0] as (typeof saved)[0]), id: 7 }]);
  expect(log.list('a')).toMatchObject([{ id: 1 }]);
  const { rows, count } = log.changes(undefined, cursor);
  expect([rows.map(({ id }) => id), count]).toEqual([[3, 7], 2]);
  expect(log.find(undefined, 7)).toEqual({ ...saved[0], id: 7 });
  await ask(`${url}/three`);
  expect(log.list(undefined).map(({ id }) => id)).toEqual([3, 7, 8]);
});
