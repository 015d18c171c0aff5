import { setTimeout as wait } from 'node:timers/promises';
import { startEmulators } from '@outharbor/emulators';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseUrl, startClient } from './support/emulator-variables.ts';

const QUIET_MS = 180_000;
vi.setConfig({ testTimeout: QUIET_MS + 240_000 });

it('Java and Python listeners keep their connection through three minutes without events', async () => {
  const emulators = await startEmulators({ services: ['database'] });
  onTestFinished(() => emulators.close());
  const put = (value: string) =>
    fetch(databaseUrl(emulators, 'idle'), { method: 'PUT', body: JSON.stringify(value) });
  await put('before');
  const clients = await Promise.all([startClient('java', emulators), startClient('python', emulators)]);
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  const [java] = clients;
  await java.call('database.listen', { path: '.info/connected', listener: 'connected' });
  for (const client of clients) await client.call('database.listen', { path: 'idle', listener: 'idle' });
  await expect.poll(() => clients.map((client) => client.received('idle'))).toEqual([['before'], ['before']]);
  const connected = java.received('connected');
  expect(connected.at(-1)).toBe(true);

  await wait(QUIET_MS);

  expect(java.received('connected'), 'no reconnection').toEqual(connected);
  expect(emulators.database?.sessions).toBe(1);
  await put('after');
  await expect
    .poll(() => clients.map((client) => client.received('idle').at(-1)))
    .toEqual(['after', 'after']);
});
