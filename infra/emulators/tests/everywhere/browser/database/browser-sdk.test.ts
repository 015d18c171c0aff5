// @module-tag chromium
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { ref, set } from 'firebase/database';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseWorld, freshPath } from '../../../support/database/database-world.ts';
import { FreezableProxy } from '../../../support/database/freezable-proxy.ts';
import { recordValues } from '../../../support/database/recorder.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import type { Page } from './browser-scripts/page.ts';
import { BrowserStage, type Tab } from './browser-stage.ts';

// Generous, because the machine may be busy. None of these tests measures time.
vi.setConfig({ testTimeout: 90_000 });

declare const page: Page;

const FAILED_BEFORE = { 'firebase:previous_websocket_failure': 'true' };

const world = suiteFixture(() => DatabaseWorld.start({ heartbeatMs: 3_000 }));
let stage: BrowserStage;
beforeAll(async () => {
  stage = await BrowserStage.start();
});
afterAll(async () => {
  await stage.stop();
});

type Transport = Parameters<Page['connect']>[2];

async function connect(tab: Tab, transport: Transport, port = world.emulator.port): Promise<void> {
  const address = { host: '127.0.0.1', port, transport };
  await tab.page.evaluate(({ host, port, transport }) => page.connect(host, port, transport), address);
}

async function listen(tab: Tab, path: string): Promise<void> {
  await tab.page.evaluate((path) => page.listen(path), path);
}

/** Waits until the page has received the value at the path. */
async function heard(tab: Tab, path: string, value: unknown): Promise<void> {
  const expected = { path, json: JSON.stringify(value) };
  await tab.page.waitForFunction(({ path, json }) => page.last(path) === json, expected);
}

async function write(tab: Tab, path: string, value: unknown): Promise<void> {
  await tab.page.evaluate(({ path, value }) => page.set(path, value), { path, value });
}

test('a page sends and receives changes over a WebSocket', async () => {
  const path = freshPath();
  const tab = await stage.open();
  await connect(tab, 'any');
  await listen(tab, path);
  await set(ref(world.client(), path), 'from outside');
  await heard(tab, path, 'from outside');
  const values = recordValues(ref(world.client(), path));
  await write(tab, path, 'from the page');
  await values.last((value) => value === 'from the page');
  expect(tab.traffic.sockets).toHaveLength(1);
  expect(tab.traffic.polls).toEqual([]);
});

test('a page limited to long polling sends and receives values of many chunks', async () => {
  const path = freshPath();
  const tab = await stage.open();
  await connect(tab, 'polling');
  await listen(tab, path);
  const large = { text: 'é👋'.repeat(20_000) };
  await write(tab, path, large);
  const values = recordValues(ref(world.client(), path));
  expect(await values.count(1)).toEqual([large]);
  await set(ref(world.client(), path), { text: 'ü'.repeat(50_000) });
  await heard(tab, path, { text: 'ü'.repeat(50_000) });
  for (let at = 0; at < 20; at++) await write(tab, path, at);
  expect(await values.last((value) => value === 19)).toBe(19);
  expect(tab.traffic.sockets).toEqual([]);
});

test('transactions work over long polling', async () => {
  const path = freshPath();
  const tab = await stage.open();
  await connect(tab, 'polling');
  const counted = await tab.page.evaluate(async (path) => {
    for (let at = 0; at < 4; at++) await page.count(path);
    return page.count(path);
  }, path);
  expect(counted).toBe(5);
});

test('closing a long-polling page runs its onDisconnect operations at once', async () => {
  const path = freshPath();
  const tab = await stage.open();
  await connect(tab, 'polling');
  await tab.page.evaluate((path) => page.leave(path, 'gone'), path);
  const values = recordValues(ref(world.client(), path));
  await values.count(1);
  await tab.page.close({ runBeforeUnload: false });
  await values.last((value) => value === 'gone');
});

test('a page that starts with long polling upgrades to a WebSocket without losing writes', async () => {
  const path = freshPath();
  const tab = await stage.open(FAILED_BEFORE);
  await connect(tab, 'any');
  await listen(tab, path);
  const values = recordValues(ref(world.client(), path));
  await values.count(1);
  const counts: unknown[] = [];
  for (let at = 1; at <= 30; at++) counts.push(await tab.page.evaluate((path) => page.count(path), path));
  expect(counts).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  await values.last((value) => value === 30);
  await heard(tab, path, 30);
  expect(tab.traffic.polls.length).toBeGreaterThan(0);
  expect(tab.traffic.sockets.map((url) => new URL(url).searchParams.has('s'))).toEqual([true]);
  await tab.page.waitForFunction(() => localStorage.getItem('firebase:previous_websocket_failure') === null);
});

test('an upgraded page runs its onDisconnect operations only when it closes', async () => {
  const path = freshPath();
  const tab = await stage.open(FAILED_BEFORE);
  await connect(tab, 'any');
  await tab.page.evaluate((path) => page.leave(path, 'gone'), path);
  await tab.page.waitForFunction(() => localStorage.getItem('firebase:previous_websocket_failure') === null);
  const values = recordValues(ref(world.client(), path));
  await write(tab, `${path}-alive`, true);
  expect(await values.count(1)).toEqual([null]);
  await tab.page.close();
  await values.last((value) => value === 'gone');
});

test('a page reconnects after a server restart', async () => {
  const path = freshPath();
  const first = await startDatabaseEmulator({ port: await freePort('127.0.0.1') });
  const tab = await stage.open();
  await connect(tab, 'any', first.port);
  await listen(tab, path);
  await write(tab, path, 'before');
  await first.close();
  const second = await startDatabaseEmulator({ port: first.port });
  onTestFinished(() => second.close());
  const body = JSON.stringify('after');
  await fetch(`${second.url}/${path}.json?ns=demo`, { method: 'PUT', body });
  await heard(tab, path, 'after');
  await write(tab, path, 'again');
  const stored = await fetch(`${second.url}/${path}.json?ns=demo`);
  expect(await stored.json()).toBe('again');
});

test('detects a half-open connection', async () => {
  const path = freshPath();
  const proxy = await FreezableProxy.start(world.emulator.port);
  const tab = await stage.open();
  await connect(tab, 'sockets', proxy.port);
  await tab.page.evaluate((path) => page.leave(path, 'gone'), path);
  const values = recordValues(ref(world.client(), path));
  expect(await values.count(1)).toEqual([null]);
  proxy.freeze();
  await values.last((value) => value === 'gone');
  await proxy.stop();
});
