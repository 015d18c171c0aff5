// @module-tag promtool
import { once } from 'node:events';
import { connect } from 'node:net';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { encode, makeClaims } from '../support/abuse/token-issuer.ts';
import { instanceAt, startWorld } from '../support/abuse/world.ts';
import { expectAlerts, QUIET, type Series } from '../support/observability/firing-alerts.ts';

const world = suiteFixture(() => startWorld({ variables: { REQUEST_TIMEOUT_MS: '2000' } }));

const HEADER = { alg: 'RS256', kid: 'local-key', typ: 'JWT' };
const TOKENS = [
  'owner',
  '..',
  'A'.repeat(8000),
  `${encode(HEADER)}.AAAA.AAAA`,
  `${encode(HEADER)}.${encode(null)}.AAAA`,
  `${encode(HEADER)}.${encode(makeClaims('demo-outharbor', 'victim'))}.AAAA`,
  `${encode({ alg: 'none' })}.${encode(makeClaims('demo-outharbor', 'victim'))}.`,
];

/** Writes raw bytes, then waits for the server to close the connection or destroys it. */
async function send(bytes: string, waits: boolean): Promise<void> {
  const { hostname, port } = new URL(instanceAt(world.instances, 0).url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, resolve));
  if (waits) await once(socket, 'close');
  else socket.destroy();
}

const unfinished = (path: string, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 99\r\n\r\n{`;

/** Sends everything an anonymous client can send, some of it repeatedly. */
async function abuse(): Promise<void> {
  const { url } = instanceAt(world.instances, 0);
  const posts = [
    API_PATHS.createCheckoutSession,
    API_PATHS.confirmPayment,
    API_PATHS.createBillingPortalSession,
  ];
  const body = JSON.stringify({ plan: FIRST.price, customerId: 'victim' });
  const post = (path: string, headers: Record<string, string>, text = body) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
    });

  for (const path of posts) {
    for (const token of TOKENS) await post(path, { authorization: `Bearer ${token}` });
    for (const text of ['', '{', 'null', '[]', '['.repeat(8000), 'x'.repeat(20_000)])
      await post(path, {}, text);
    await post(path, { 'content-type': 'text/plain' });
    await send(unfinished(path), false);
    await send(unfinished(path), true);
  }
  for (let attempt = 0; attempt < 30; attempt += 1) {
    await post(API_PATHS.stripeWebhook, { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` });
    await send(unfinished(API_PATHS.stripeWebhook), false);
  }
  for (const path of ['/', '/api/v1/%E0%A4%A', '/.env', '/api/docs', API_PATHS.live]) await fetch(url + path);
  await send('nonsense\r\n\r\n', true);
}

/** Returns the API's counters as Prometheus series in which this traffic repeats every minute. */
async function everyMinute(): Promise<Series> {
  const text = await instanceAt(world.instances, 0).metrics.registry.metrics();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), `0+${line.slice(at + 1)}x90`];
    }),
  );
}

it('anonymous requests cannot fire an alert', async () => {
  await abuse();
  const seen = await everyMinute();
  expect(Object.keys(seen).filter((name) => /type="unverified",outcome="rejected"/.test(name))).toHaveLength(
    1,
  );
  expect(Object.keys(seen).filter((name) => /status="5|outcome="unavailable"/.test(name))).toEqual([]);
  await expectAlerts([{ name: 'anonymous requests', series: { ...seen, ...QUIET }, firing: [] }]);
});
