import { readFile } from 'node:fs/promises';
import { FIRST } from '@outharbor/contract/testing/plans';
import { startFrontDoor } from '@outharbor/embedded/front-door/front-door';
import { EMULATED_RUNTIME_CONFIG } from '@outharbor/embedded/runtime-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { type ChildApi, startChildApi } from '../support/abuse/child-api.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';
import { startTraffic } from '../support/containers/traffic.ts';

const COMPOSE = new URL('../../docker-compose.yml', import.meta.url);

const world = suiteFixture(() => startWorld({ apis: 0 }));
let frontDoor: Awaited<ReturnType<typeof startFrontDoor>>;
const apis = new Map<string, ChildApi>();

beforeAll(async () => {
  const { services } = parse(await readFile(COMPOSE, 'utf8'), { merge: true }) as {
    services: Record<string, { image?: string }>;
  };
  const names = Object.keys(services).filter((name) => services[name]?.image?.startsWith('outharbor/api:'));
  for (const name of names) apis.set(name, await startChildApi(world));
  frontDoor = await startFrontDoor({ port: 0, host: '127.0.0.1' });
  frontDoor.open({
    targets: { api: () => Array.from(apis.values(), ({ url }) => url), emulators: null },
    site: { root: '', addresses: new Map() },
    runtimeConfig: EMULATED_RUNTIME_CONFIG,
    inlineHashes: { 'script-src': [], 'style-src': [] },
  });
});
afterAll(async () => {
  await frontDoor.close();
  await Promise.all(Array.from(apis.values(), (api) => api.end('SIGKILL')));
});

/** A release ends the first, and a crash the others. */
const signalFor = (index: number) => (index === 0 ? 'SIGTERM' : 'SIGKILL');

it('answers every request while one API process of the compose file after the other ends and starts', async () => {
  const user = world.userAt(() => frontDoor.url, 'client');
  const { id } = requireSession(await user.book(FIRST.price));
  await world.stripe.pay(id, { card: '4242424242424242' });
  const traffic = startTraffic(2, async () => {
    const { status, body } = await user.confirm(id);
    return Response.json(body, { status });
  });
  for (const [index, [name, api]] of [...apis].entries()) {
    await traffic.passed(20);
    await api.end(signalFor(index));
    await traffic.passed(20);
    apis.set(name, await startChildApi(world));
  }
  expect((await traffic.stop()).failures).toEqual([]);
});
