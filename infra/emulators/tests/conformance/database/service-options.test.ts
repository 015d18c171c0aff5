import { once } from 'node:events';
import { startEmulators } from '@outharbor/emulators';
import { get, ref, set } from 'firebase/database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { startCommand } from '../../support/database/emulator-command.ts';
import { hearFirst } from '../../support/database-client.ts';

const LATENCY_MS = 120;

const connect = async (url: string) => (await hearFirst(url, 'demo')).first.d;

it('the command takes a second host, a connection limit and a latency from its environment', async () => {
  const environment = {
    SECOND_HOST: 's-other.example:443',
    CONNECTION_LIMIT: '1',
    LATENCY_MS: String(LATENCY_MS),
  };
  const command = await startCommand(environment);
  onTestFinished(async () => void (await command.end('SIGTERM')));
  const begun = performance.now();
  expect(await connect(command.url)).toMatchObject({ t: 'h', d: { h: 's-other.example:443' } });
  expect(performance.now() - begun).toBeGreaterThan(2 * LATENCY_MS - 1);
  expect(await connect(command.url)).toMatchObject({
    t: 's',
    d: expect.stringMatching(/peak connections limit/),
  });
});

describe('latency', () => {
  it('leaves the transferred data unchanged', async () => {
    const world = await DatabaseWorld.start({ latencyMs: LATENCY_MS });
    onTestFinished(() => world.close());
    const target = ref(world.client(), freshPath());
    const text = 'Zoë '.repeat(100_000);
    await set(target, text);
    expect((await get(target)).val()).toBe(text);
  });

  it('does not keep connections open when the emulator stops', async () => {
    const world = await DatabaseWorld.start({ latencyMs: LATENCY_MS });
    const { socket } = await hearFirst(world.emulator.url, 'demo');
    await Promise.all([once(socket, 'close'), world.close()]);
  });
});

it('the configuration of all emulators has the same options, and one that rejects the owner token', async () => {
  const database = { secondHost: 's-other.example', connectionLimit: 1, latencyMs: 1, allowOwner: false };
  const emulators = await startEmulators({ services: ['identity', 'database'], config: { database } });
  onTestFinished(() => emulators.close());
  const url = emulators.database?.url ?? '';
  expect(await connect(url)).toMatchObject({ t: 'h', d: { h: 's-other.example' } });
  expect(await connect(url)).toMatchObject({ t: 's' });
  const status = async (token: string) =>
    (
      await fetch(`${url}/.json?ns=demo`, {
        method: 'PUT',
        body: '1',
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await status('owner')).toBe(401);
});
