import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { connectControl, connectNamespace, namespaces } from '@outharbor/database-emulator/control-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCommand } from '../../support/database/emulator-command.ts';
import { Recorder } from '../../support/database/recorder.ts';
import { DatabaseClient } from '../../support/database-client.ts';
import { listenLocally } from '../../support/local-server.ts';
import { testFolder } from '../../support/test-folder.ts';

// Generous, because the machine may be busy. None of these tests measures time.
vi.setConfig({ testTimeout: 90_000 });

const requestStatus = async (url: string, path: string): Promise<number> =>
  (await fetch(`${url}/${path}.json?ns=demo`)).status;

test('the command reads its settings from the environment and serves a health route', async () => {
  const rulesFile = join(await testFolder(), 'rules.json');
  await writeFile(rulesFile, '{ "rules": { "open": { ".read": true } } } // closed except for this');
  const command = await startCommand({ RULES_FILE: rulesFile });
  expect(await (await fetch(`${command.controlUrl}/_emulator/health`)).json()).toEqual({
    status: 'ok',
    residentBytes: expect.any(Number),
    sessions: 0,
    namespaces: 0,
  });
  expect(await requestStatus(command.url, 'open')).toBe(200);
  expect(await requestStatus(command.url, 'closed')).toBe(401);
  expect((await fetch(`${command.url}/_emulator/health`)).status).not.toBe(200);
  expect(await command.end('SIGTERM')).toBe(0);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an invalid port', { PORT: 'nine' }, /^ended with 1: .*PORT must be an integer.*$/],
  [
    'a missing rules file',
    { RULES_FILE: '/nowhere/rules.json' },
    /^ended with 1: .*\/nowhere\/rules\.json does not exist$/,
  ],
])('reports %s in one line', async (_, environment, reason) => {
  await expect(startCommand(environment)).rejects.toThrow(reason);
});

test('reports invalid rules in one line with their position', async () => {
  const rulesFile = join(await testFolder(), 'rules.json');
  await writeFile(rulesFile, '{ "rules": {\n  "a": { ".read": "true &&" }\n} }');
  await expect(startCommand({ RULES_FILE: rulesFile })).rejects.toThrow(
    /^ended with 1: .*Line 2: the \.read rule at \/a: .*$/,
  );
});

test.each(['PORT', 'CONTROL_PORT'])(
  'reports in one line that the %s is in use, and exits',
  async (variable) => {
    const rulesFile = join(await testFolder(), 'rules.json');
    await writeFile(rulesFile, '{ "rules": {} }');
    const taken = createServer();
    const port = String(await listenLocally(taken));
    await expect(startCommand({ RULES_FILE: rulesFile, [variable]: port })).rejects.toThrow(
      /^ended with 1: .*EADDRINUSE.*$/,
    );
    taken.close();
  },
);

test('reloads a changed rules file, and keeps the rules if the change is invalid', async () => {
  const rulesFile = join(await testFolder(), 'rules.json');
  await writeFile(rulesFile, '{ "rules": { "a": { ".read": true } } }');
  const warnings = new Recorder<string>();
  const emulator = await startDatabaseEmulator({ rulesFile, onWarning: warnings.record });
  expect(await requestStatus(emulator.url, 'a')).toBe(200);
  const client = await DatabaseClient.connect(emulator.url, 'demo');
  await client.request('q', { p: '/a', h: '' });
  const revoked = new Promise((resolve) => {
    client.onPush = (message) => message.d.a === 'c' && resolve(message.d.b);
  });
  // Editors write a new file and rename it over the old one.
  await writeFile(`${rulesFile}.new`, '{ "rules": { "b": { ".read": true } } }');
  await rename(`${rulesFile}.new`, rulesFile);
  expect(await revoked).toEqual({ p: '/a' });
  expect(await requestStatus(emulator.url, 'b')).toBe(200);
  await writeFile(rulesFile, '{ "rules": { "c": { ".read": "what" } } }');
  await warnings.count(1);
  expect(warnings.events[0]).toMatch(/the rules stay as they were: Line 1: /);
  expect(await requestStatus(emulator.url, 'b')).toBe(200);
  await client.close();
  await emulator.close();
});

test('each namespace has its own rules', async () => {
  const open = { rules: { '.read': true } };
  const emulator = await startDatabaseEmulator({
    rules: { namespaces: { demo: open, other: { rules: {} } } },
  });
  expect(await requestStatus(emulator.url, 'a')).toBe(200);
  expect((await fetch(`${emulator.url}/a.json?ns=other`)).status).toBe(401);
  emulator.setRules({ rules: {} }, 'demo');
  emulator.setRules(open, 'other');
  expect(await requestStatus(emulator.url, 'a')).toBe(401);
  expect((await fetch(`${emulator.url}/a.json?ns=other`)).status).toBe(200);
  await emulator.close();
});

test('the control routes reset, settle and report coverage', async () => {
  const emulator = await startDatabaseEmulator({
    controlPort: 0,
    rules: { rules: { a: { '.read': true, '.write': 'auth != null || newData.val() === 1' } } },
  });
  const put = (value: unknown) =>
    fetch(`${emulator.url}/a.json?ns=demo`, { method: 'PUT', body: JSON.stringify(value) });
  await put(1);
  await put(2);
  const control = (method: string, path: string) =>
    fetch(`${emulator.controlUrl}/_emulator/${path}`, { method });
  const coverage = (await (await control('GET', 'coverage')).json()) as Record<string, unknown>;
  expect(coverage.demo).toContainEqual({
    path: '/a',
    kind: '.write',
    source: 'auth != null || newData.val() === 1',
    line: expect.any(Number),
    evaluations: { true: 1, false: 1, error: 0 },
  });
  expect((await control('POST', 'settle')).status).toBe(200);
  expect((await control('POST', 'reset')).status).toBe(200);
  expect(await (await fetch(`${emulator.url}/a.json?ns=demo`)).json()).toBe(null);
  expect((await control('GET', 'elsewhere')).status).toBe(404);
  await emulator.close();
});

test('drops a socket that does not answer pings, and keeps one that does', async () => {
  const emulator = await startDatabaseEmulator({ heartbeatMs: 1_000 });
  const silent = await DatabaseClient.connect(emulator.url, 'demo', { autoPong: false });
  const alive = await DatabaseClient.connect(emulator.url, 'demo');
  await silent.request('o', { p: '/presence', d: 'gone' });
  await alive.request('q', { p: '/presence', h: '' });
  const left = new Promise((resolve) => {
    alive.onPush = (message) => resolve(message.d.b);
  });
  await silent.closed;
  expect(await left).toEqual({ p: '/presence', d: 'gone' });
  expect((await alive.set('/still', 1)).s).toBe('ok');
  await alive.close();
  await emulator.close();
});

test('sends no pings to the Java Admin SDK, and keeps its connection while it sends', async () => {
  const emulator = await startDatabaseEmulator({ heartbeatMs: 500 });
  const open = async (headers: Record<string, string>) => {
    const { socket } = await DatabaseClient.connect(emulator.url, 'demo', { headers });
    const counts = { pings: 0, closed: false };
    socket.on('ping', () => (counts.pings += 1)).on('close', () => (counts.closed = true));
    return { socket, counts };
  };
  const java = await open({ 'user-agent': 'Firebase/5/9.11.0/17.0.1/AdminJava' });
  const other = await open({});
  other.socket.on('ping', () => java.socket.send('0'));
  await expect.poll(() => other.counts.pings).toBeGreaterThan(3);
  expect(java.counts).toEqual({ pings: 0, closed: false });
  other.socket.removeAllListeners('ping');
  await expect.poll(() => java.counts.closed).toBe(true);
  other.socket.terminate();
  await emulator.close();
});

test('a namespace has the databases of its project, which are shown, emptied and named apart', async () => {
  const emulator = await startDatabaseEmulator({ controlPort: 0 });
  onTestFinished(() => emulator.close());
  const controlUrl = emulator.controlUrl ?? '';
  for (const name of ['demo', 'demo_ns_a-default-rtdb', 'demo_ns_b-default-rtdb', 'demo_ns_b-other'])
    await fetch(`${emulator.url}/.json?ns=${name}`, { method: 'PUT', body: '{"a":1}' });
  const [own, a, b] = [
    connectControl(controlUrl),
    connectNamespace(controlUrl, 'a'),
    connectNamespace(controlUrl, 'b'),
  ];
  expect(await own.state()).toEqual({ demo: { a: 1 } });
  expect(await a.state()).toEqual({ 'demo_ns_a-default-rtdb': { a: 1 } });
  expect(await namespaces(controlUrl)).toEqual(['a', 'b']);
  await own.reset();
  await a.close();
  expect(await own.state()).toEqual({ demo: null });
  expect(await a.state()).toEqual({ 'demo_ns_a-default-rtdb': null });
  const other = { 'demo_ns_b-other': { a: 1 } };
  expect(await b.state()).toEqual({ 'demo_ns_b-default-rtdb': { a: 1 }, ...other });
  await own.reset('demo_ns_b-default-rtdb');
  expect(await emulator.namespace('b').state()).toEqual({ 'demo_ns_b-default-rtdb': null, ...other });
});
