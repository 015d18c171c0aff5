import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { beforeEach, expect, test, vi } from 'vitest';
import { startCommand } from '../../support/database/emulator-command.ts';
import { DatabaseClient } from '../../support/database-client.ts';
import { testFolder } from '../../support/test-folder.ts';

// Generous, because the machine may be busy. None of these tests measures time.
vi.setConfig({ testTimeout: 90_000 });

let dataDir: string;
beforeEach(async () => {
  dataDir = await testFolder();
});

async function put(url: string, path: string, value: unknown): Promise<void> {
  const response = await fetch(`${url}/${path}.json?ns=demo`, { method: 'PUT', body: JSON.stringify(value) });
  expect(response.status).toBe(200);
}

async function read(url: string, path = ''): Promise<unknown> {
  return (await fetch(`${url}/${path}.json?ns=demo&format=export`)).json();
}

const stateFile = (): string => join(dataDir, 'demo.rtdb');

test('a clean stop keeps every acknowledged write', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  const tree = {
    a: { '.value': 1.5, '.priority': 'p' },
    b: [1, { c: 'é👋' }],
    wide: {} as Record<string, number>,
  };
  for (let at = 0; at < 500; at++) tree.wide[`k${at}`] = at;
  await put(first.url, 'tree', tree);
  await first.close();
  const second = await startDatabaseEmulator({ dataDir });
  expect(await read(second.url, 'tree')).toEqual({ ...tree, b: { 0: 1, 1: { c: 'é👋' } } });
  await second.close();
});

test('the saved state includes the onDisconnect writes of open connections', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  const client = await DatabaseClient.connect(first.url, 'demo');
  await client.request('o', { p: '/presence', d: 'gone' });
  await first.close();
  const second = await startDatabaseEmulator({ dataDir });
  expect(await read(second.url, 'presence')).toBe('gone');
  await second.close();
});

test('data removed by a client stays removed after a restart', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  await put(first.url, 'tree', { kept: 1, removed: { a: 1, b: 2 } });
  await first.settle();
  const client = await DatabaseClient.connect(first.url, 'demo');
  expect((await client.set('/tree/removed', null)).s).toBe('ok');
  await client.close();
  await first.close();
  const second = await startDatabaseEmulator({ dataDir });
  expect(await read(second.url)).toEqual({ tree: { kept: 1 } });
  await second.close();
});

test('data removed by a reset stays removed after a restart', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  await put(first.url, 'a', 1);
  await first.settle();
  await first.reset();
  await first.close();
  const second = await startDatabaseEmulator({ dataDir });
  expect(await read(second.url)).toBe(null);
  await second.close();
});

test('settle() saves the state to disk', async () => {
  const emulator = await startDatabaseEmulator({ dataDir, saveIntervalMs: 60_000 });
  await put(emulator.url, 'a', 'settled');
  await emulator.settle();
  expect(await readFile(stateFile(), 'utf8')).toContain('{"a":"settled"}');
  await emulator.close();
});

test('saves writes automatically after the interval', async () => {
  const emulator = await startDatabaseEmulator({ dataDir, saveIntervalMs: 20 });
  await put(emulator.url, 'a', 'saved');
  await expect
    .poll(() => readFile(stateFile(), 'utf8').catch(() => ''), { timeout: 60_000 })
    .toContain('{"a":"saved"}');
  await emulator.close();
});

test.each([
  ['between two saves', '60000'],
  ['while saving', '1'],
])('a crash %s loses no acknowledged write', async (_, SAVE_INTERVAL_MS) => {
  const command = await startCommand({ DATA_DIR: dataDir, SAVE_INTERVAL_MS });
  const client = await DatabaseClient.connect(command.url, 'demo');
  await put(command.url, 'tree', { kept: 1, removed: { a: 1, b: 2 } });
  await client.set('/tree/removed', null);
  for (let at = 1; at < 300; at++) await client.set('/count', { at, padding: 'x'.repeat(20_000) });
  await client.set('/list/a', { '.value': 1.5, '.priority': 'p' });
  await command.end('SIGKILL');
  for (let start = 0; start < 2; start++) {
    const again = await startCommand({ DATA_DIR: dataDir, SAVE_INTERVAL_MS });
    expect(await read(again.url, 'count')).toMatchObject({ at: 299 });
    expect(await read(again.url, 'tree')).toEqual({ kept: 1 });
    expect(await read(again.url, 'list/a')).toEqual({ '.value': 1.5, '.priority': 'p' });
    await again.end('SIGKILL');
  }
});

test('SIGTERM saves the state and exits cleanly', async () => {
  const command = await startCommand({ DATA_DIR: dataDir, SAVE_INTERVAL_MS: '60000' });
  await put(command.url, 'a', 'kept');
  expect(await command.end('SIGTERM')).toBe(0);
  expect(await readFile(stateFile(), 'utf8')).toContain('{"a":"kept"}');
});

test.each([
  ['truncated', (text: string) => text.slice(0, text.length / 2)],
  ['corrupted', (text: string) => text.replace('"whole"', '"who"')],
  ['followed by more data', (text: string) => `${text}more\n`],
  ['in another format', () => '{"name":"package"}'],
  ['empty', () => ''],
])('rejects a state file that is %s, and leaves it untouched', async (_, damage) => {
  const first = await startDatabaseEmulator({ dataDir });
  await put(first.url, 'a', 'whole');
  await first.close();
  const damaged = damage(await readFile(stateFile(), 'utf8'));
  await writeFile(stateFile(), damaged);
  await expect(startCommand({ DATA_DIR: dataDir })).rejects.toThrow(
    /^ended with 1: .*demo\.rtdb .*left untouched.*$/,
  );
  expect(await readFile(stateFile(), 'utf8')).toBe(damaged);
});

test('a start that fails over one state file saves nothing afterwards', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  await put(first.url, 'kept', true);
  await first.close();
  // Sorts after the valid file, so that the valid one has been read.
  await writeFile(join(dataDir, 'zzz.rtdb'), await readFile(stateFile()));
  const onWarning = vi.fn();
  await expect(startDatabaseEmulator({ dataDir, saveIntervalMs: 1, onWarning })).rejects.toThrow();
  await rm(stateFile());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await readdir(dataDir)).toSorted()).toEqual(['version.json', 'zzz.rtdb']);
  expect(onWarning).not.toHaveBeenCalled();
});

test('rejects the state file of another namespace', async () => {
  const first = await startDatabaseEmulator({ dataDir });
  await put(first.url, 'a', 1);
  await first.close();
  await writeFile(join(dataDir, 'other.rtdb'), await readFile(stateFile()));
  await expect(startDatabaseEmulator({ dataDir })).rejects.toThrow(
    /other\.rtdb is not of this emulator and namespace/,
  );
});

test('ignores other files in the directory', async () => {
  await writeFile(join(dataDir, 'notes.txt'), 'mine');
  const emulator = await startDatabaseEmulator({ dataDir });
  await put(emulator.url, 'a', 1);
  await emulator.close();
  expect((await readdir(dataDir)).toSorted()).toEqual(['demo.rtdb', 'notes.txt', 'version.json']);
});

test('databases whose names differ only in case, or that Windows reserves, have files of their own', async () => {
  const names = ['shop', 'Shop', 'nul'];
  const write = (url: string, name: string) =>
    fetch(`${url}/name.json?ns=${name}`, { method: 'PUT', body: JSON.stringify(name) });
  const first = await startDatabaseEmulator({ dataDir });
  for (const name of names) await write(first.url, name);
  await first.close();
  expect((await readdir(dataDir)).toSorted()).toEqual([
    'nul+0.rtdb',
    'shop+1.rtdb',
    'shop.rtdb',
    'version.json',
  ]);
  const second = await startDatabaseEmulator({ dataDir });
  for (const name of names)
    expect(await (await fetch(`${second.url}/name.json?ns=${name}`)).json()).toBe(name);
  await second.close();
});
