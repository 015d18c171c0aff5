import { createServer } from 'node:http';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { expect, it } from 'vitest';
import { startLocalServer } from '../../../tests/support/local-server.ts';
import { suiteFixture } from '../../../tests/support/suite-fixture.ts';
import { stripeMockAt } from './stripe-mock.ts';

const server = suiteFixture(() =>
  startLocalServer(
    createServer((request, response) => {
      const isOdd = request.url?.startsWith('/v1/odd') === true;
      response.statusCode = isOdd ? 400 : 200;
      response.end(isOdd ? '{"error": {"message": "no \\"such\\" thing"}}' : '{}');
    }),
  ),
);

const request = (path: string) => ({ method: 'POST', url: path, headers: {}, body: 'a=b' });

it('reports a rejection once, with its reason and without the query', async () => {
  const reports: string[] = [];
  const mock = stripeMockAt(server.url, (message) => reports.push(message));
  for (const path of ['/v1/odd?a=1', '/v1/even', '/v1/odd?a=2']) await mock.compare(request(path));
  expect(reports).toEqual(['stripe-mock rejects POST /v1/odd, which was accepted: no \\"such\\" thing']);
});

it('reports once that stripe-mock cannot be reached, and never rejects', async () => {
  const reports: string[] = [];
  const gone = `http://127.0.0.1:${await freePort('127.0.0.1')}`;
  const mock = stripeMockAt(gone, (message) => reports.push(message));
  await mock.compare(request('/v1/even'));
  await mock.compare(request('/v1/even'));
  expect(reports).toEqual([expect.stringContaining(`cannot reach stripe-mock at ${gone}`)]);
});

it('reports nothing once it is closed', async () => {
  const reports: string[] = [];
  const mock = stripeMockAt(server.url, (message) => reports.push(message));
  const comparison = mock.compare(request('/v1/odd'));
  mock.close();
  await comparison;
  expect(reports).toEqual([]);
});
