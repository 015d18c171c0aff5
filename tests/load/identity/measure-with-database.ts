import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/embedded/end-process';
import type { Measurement } from '../../../scripts/benchmark-report.ts';
import { startBareServer } from '../database/emulator-process.ts';
import { median, round } from '../figures.ts';
import { sampleProcess } from '../process-sample.ts';

const COMMAND = fileURLToPath(new URL('../../../infra/emulators/all/bin/emulators.mjs', import.meta.url));
const ROUNDS = 5;

/** Identity and database in one process, from no process to the first answer of both, with a bare server in turns. */
export async function measureWithDatabase(dataDir: string): Promise<Measurement[]> {
  // The first start of all makes the keys and fills the cache of compiled modules.
  await startBoth(dataDir);
  const both: { milliseconds: number; megabytes: number }[] = [];
  const bare: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    both.push(await startBoth(dataDir));
    const startedAt = performance.now();
    const { url, end } = await startBareServer();
    await (await fetch(url)).text();
    bare.push(performance.now() - startedAt);
    await end();
  }
  const note = `one process, median of ${ROUNDS}`;
  const start = median(both.map(({ milliseconds }) => milliseconds));
  const memory = median(both.map(({ megabytes }) => megabytes));
  return [
    { name: 'with the database, start-up to first answer of both', value: round(start, 0), unit: 'ms', note },
    { name: 'the same of a bare server on Node and ws', value: round(median(bare), 0), unit: 'ms', note },
    { name: 'with the database, memory at rest', value: memory, unit: 'MB', note: 'resident, Node included' },
  ];
}

async function startBoth(dataDir: string) {
  const startedAt = performance.now();
  const flags = ['--free-ports', '--json', '--state', dataDir];
  const child = spawn(process.execPath, ['--no-warnings', COMMAND, 'identity', 'database', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const { identity, database } = JSON.parse(String(line));
    await Promise.all([identity.url, database.url].map(async (url) => (await fetch(url)).text()));
    return {
      milliseconds: performance.now() - startedAt,
      megabytes: sampleProcess(child.pid ?? 0).megabytes,
    };
  } finally {
    await endProcess(child);
  }
}
