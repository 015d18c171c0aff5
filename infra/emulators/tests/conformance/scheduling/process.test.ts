import { fileURLToPath } from 'node:url';
import { DEFAULT_API_TOKEN } from '@outharbor/scheduling-emulator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SchedulingClient } from '../../support/scheduling/scheduling-client.ts';
import { Visitor } from '../../support/scheduling/visitor.ts';
import { type ServerCommand, startServerCommand } from '../../support/server-command.ts';
import { testFolder } from '../../support/test-folder.ts';

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/scheduling-emulator/command-line'));
const DAY_MS = 86_400_000;

let dataDir: string;
let running: ServerCommand | undefined;

beforeEach(async () => {
  dataDir = await testFolder();
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = undefined;
});

function startCommand(environment: Readonly<Record<string, string>>): Promise<ServerCommand> {
  return startServerCommand(COMMAND, { PORT: '0', CONTROL_PORT: '0', ...environment });
}

async function start(): Promise<ServerCommand> {
  running = await startCommand({ DATA_DIR: dataDir });
  return running;
}

async function openTimes(visitor: Visitor): Promise<string[]> {
  const now = Date.now();
  return visitor.openTimes(new Date(now).toISOString(), new Date(now + 30 * DAY_MS).toISOString());
}

async function bookedStarts(url: string): Promise<string[]> {
  return new SchedulingClient(url, DEFAULT_API_TOKEN).starts({ count: '100', status: 'active' });
}

test('confirmed bookings survive a kill while others are in progress', async () => {
  const first = await start();
  const visitor = new Visitor(first.url);
  const times = (await openTimes(visitor)).slice(0, 60);
  const confirmed: string[] = [];
  const bookings = times.map(async (time) => {
    const { status } = await visitor.book(time);
    if (status === 201) confirmed.push(time);
    if (confirmed.length === 10) await first.end('SIGKILL');
  });
  await Promise.allSettled(bookings);
  running = undefined;
  expect(confirmed.length).toBeGreaterThanOrEqual(10);

  const second = await start();
  expect(await bookedStarts(second.url)).toEqual(expect.arrayContaining(confirmed));
  const open = await openTimes(new Visitor(second.url));
  expect(open.filter((time) => confirmed.includes(time))).toEqual([]);
});

test('SIGTERM exits cleanly with the bookings on disk', async () => {
  const first = await start();
  const visitor = new Visitor(first.url);
  const [time = ''] = await openTimes(visitor);
  await visitor.book(time);
  expect(await first.end('SIGTERM')).toBe(0);
  running = undefined;
  expect(await bookedStarts((await start()).url)).toEqual([time]);
});

test('reports an invalid setting or a port in use in one line', async () => {
  await expect(startCommand({ PUBLIC_URL: 'nowhere' })).rejects.toThrow(
    /^ended with 1: scheduling emulator: PUBLIC_URL must be an http or https URL, not "nowhere"$/,
  );
  const { url } = await start();
  await expect(startCommand({ PORT: new URL(url).port })).rejects.toThrow(
    /^ended with 1: scheduling emulator: Port [^\n]*EADDRINUSE[^\n]*$/,
  );
});
