import { setTimeout as wait } from 'node:timers/promises';
import { startEmulators } from '@outharbor/emulators';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseUrl, startTold } from './support/emulator-variables.ts';

const QUIET_MS = 180_000;
vi.setConfig({ testTimeout: QUIET_MS + 240_000 });

it('a listener of Java or Python that is told nothing for three minutes keeps its connection', async () => {
  const emulators = await startEmulators({ services: ['database'] });
  onTestFinished(() => emulators.close());
  const put = (value: string) =>
    fetch(databaseUrl(emulators, 'idle'), { method: 'PUT', body: JSON.stringify(value) });
  await put('before');
  const clients = await Promise.all([startTold('java', emulators), startTold('python', emulators)]);
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  const [java] = clients;
  await java.call('database.listen', { path: '.info/connected', listener: 'connected' });
  for (const client of clients) await client.call('database.listen', { path: 'idle', listener: 'idle' });
  await expect.poll(() => clients.map((client) => client.told('idle'))).toEqual([['before'], ['before']]);
  const connected = java.told('connected');
  expect(connected.at(-1)).toBe(true);

  await wait(QUIET_MS);

  expect(java.told('connected'), 'no break').toEqual(connected);
  expect(emulators.database?.sessions).toBe(1);
  await put('after');
  await expect.poll(() => clients.map((client) => client.told('idle').at(-1))).toEqual(['after', 'after']);
});
