import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/embedded/end-process';
import type { Measurement } from '../../../../../scripts/benchmark-report.ts';
import { buildPackages } from '../../../scripts/packages/build-packages.ts';
import { median, round } from '../../support/figures.ts';
import { InstalledApp } from '../../support/installed-app/installed-app.ts';
import { sampleProcess } from '../../support/process-sample.ts';
import { startBareServer } from '../database/emulator-process.ts';

const SOURCES = fileURLToPath(new URL('../../../all/bin/emulators.mjs', import.meta.url));
const ROUNDS = 5;

interface Start {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/**
 * Measures identity and database in one process, from process start to the first response of both: from the
 * packages, as users start them, and from the sources. These and a bare server alternate.
 */
export async function measureWithDatabase(dataDir: string): Promise<Measurement[]> {
  const commands = { packages: await installedCommand(dataDir), sources: SOURCES };
  const starts: Record<keyof typeof commands, Start[]> = { packages: [], sources: [] };
  const bare: number[] = [];
  const inTurns = async () => {
    for (const from of ['packages', 'sources'] as const) {
      starts[from].push(await startBoth(commands[from], join(dataDir, `state-of-${from}`)));
    }
    bare.push(await startBare());
  };
  // The first start creates the keys and fills the compile cache.
  await inTurns();
  for (const times of [starts.packages, starts.sources, bare]) times.length = 0;
  for (let at = 0; at < ROUNDS; at += 1) await inTurns();

  const note = `one process, median of ${ROUNDS}`;
  const time = (name: string, times: readonly number[]) => ({
    name,
    value: round(median(times), 0),
    unit: 'ms',
    note,
  });
  const memory = (name: string, of: readonly Start[]) => ({
    name,
    value: median(of.map(({ megabytes }) => megabytes)),
    unit: 'MB',
    note: 'resident, Node included',
  });
  const { packages, sources } = starts;
  return [
    time(
      'with the database, from the packages, start-up to first answer of both',
      packages.map(milliseconds),
    ),
    time('the same from the sources', sources.map(milliseconds)),
    time('the same for a bare server on Node and ws', bare),
    memory('with the database, from the packages, memory at rest', packages),
    memory('the same from the sources', sources),
  ];
}

const milliseconds = (start: Start) => start.milliseconds;

async function installedCommand(folder: string): Promise<string> {
  const path = join(folder, 'app');
  await mkdir(path, { recursive: true });
  const out = join(folder, 'packages');
  const packages = await buildPackages(out);
  await InstalledApp.install(
    path,
    packages.map(({ filename }) => join(out, filename)),
  );
  return join(path, 'node_modules', '@outharbor', 'emulators', 'lib', 'emulators.js');
}

async function startBare(): Promise<number> {
  const startedAt = performance.now();
  const { url, end } = await startBareServer();
  await (await fetch(url)).text();
  const taken = performance.now() - startedAt;
  await end();
  return taken;
}

async function startBoth(command: string, dataDir: string): Promise<Start> {
  const startedAt = performance.now();
  const flags = ['--free-ports', '--json', '--state', dataDir];
  const child = spawn(process.execPath, ['--no-warnings', command, 'identity', 'database', ...flags], {
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
