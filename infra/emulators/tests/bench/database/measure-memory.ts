import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { DatabaseClient } from '../../support/database-client.ts';
import { round } from '../../support/figures.ts';
import type { Measurement } from '../../support/measurement.ts';
import { residentBytes } from '../../support/process-sample.ts';
import { type EmulatorProcess, startBareServer, startEmulatorProcess } from './emulator-process.ts';
import { connectMany } from './measure-fan-out.ts';
import { fill } from './measure-writes.ts';

const PROCESS = fileURLToPath(new URL('./memory-process.ts', import.meta.url));
const CONNECTIONS = 1_000;
const NODES = 100_000;
const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;
const RETAINED = 'retained after garbage collection';

export async function measureMemory(): Promise<Measurement[]> {
  const atRest = await residentAtRest(startEmulatorProcess);
  const bareAtRest = await residentAtRest(startBareServer);
  const perConnection = await growth(async (url) => {
    await connectMany(url, 'memory', CONNECTIONS);
  });
  const perNodes = await growth(async (url) => {
    await fill(await DatabaseClient.connect(url, 'memory'), '/nodes', NODES);
  });
  return [
    {
      name: 'memory at rest',
      value: round(atRest / MEGABYTE, 1),
      unit: 'MB',
      note: 'resident, Node included',
    },
    {
      name: 'the same for a bare server on Node and ws',
      value: round(bareAtRest / MEGABYTE, 1),
      unit: 'MB',
      note: 'resident',
    },
    {
      name: 'memory per idle connection',
      value: round(perConnection / CONNECTIONS / KILOBYTE, 1),
      unit: 'kB',
      note: RETAINED,
    },
    { name: 'memory per 100,000 nodes', value: round(perNodes / MEGABYTE, 1), unit: 'MB', note: RETAINED },
  ];
}

async function residentAtRest(start: () => Promise<EmulatorProcess>): Promise<number> {
  const server = await start();
  const bytes = residentBytes(server.pid);
  await server.end();
  return bytes;
}

/** Measures the growth of a new emulator's retained memory. Ending it also closes the connections. */
async function growth(use: (url: string) => Promise<void>): Promise<number> {
  const child = fork(PROCESS, { execArgv: ['--expose-gc'] });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const before = await retained(child);
  await use(url);
  const after = await retained(child);
  await endProcess(child);
  return after - before;
}

async function retained(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('collect');
  const [{ retained }] = (await answer) as [{ retained: number }];
  return retained;
}
