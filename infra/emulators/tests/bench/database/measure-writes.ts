import { DatabaseClient } from '../../support/database-client.ts';
import { percentile, perSecond, round } from '../../support/figures.ts';
import type { Measurement } from '../../support/measurement.ts';
import { coreSeconds } from '../../support/process-sample.ts';
import { type EmulatorProcess, startBareServer } from './emulator-process.ts';

const WARM_UP = 2_000;
const SEQUENTIAL = 20_000;
const IN_FLIGHT = 64;
const PIPELINED = 64_000;

export async function measureEcho({ url }: EmulatorProcess): Promise<Measurement[]> {
  const client = await DatabaseClient.connect(url, 'echo');
  await client.request('q', { p: '/value', h: '' });
  const samples: number[] = [];
  for (let at = 0; at < WARM_UP + SEQUENTIAL; at++) {
    const echoed = new Promise<void>((resolve) => {
      client.onPush = () => resolve();
    });
    const startedAt = performance.now();
    const written = client.set('/value', at);
    await echoed;
    if (at >= WARM_UP) samples.push(performance.now() - startedAt);
    await written;
    client.pushes.length = 0;
  }
  await client.close();
  return [
    { name: 'set to own listener, p50', value: round(percentile(samples, 0.5), 3), unit: 'ms' },
    { name: 'set to own listener, p99', value: round(percentile(samples, 0.99), 3), unit: 'ms' },
  ];
}

export async function measureWrites(emulator: EmulatorProcess, label: string): Promise<Measurement[]> {
  const client = await DatabaseClient.connect(emulator.url, 'writes');
  const { sequential, pipelined } = await writeRates(emulator, client);
  await client.close();
  return [
    { name: `sequential sets, ${label}`, ...sequential },
    { name: `sets, ${IN_FLIGHT} in flight, ${label}`, ...pipelined },
  ];
}

/** Measures the cost of the loopback interface, ws and JSON without a database. */
export async function measureBareServer(): Promise<Measurement[]> {
  const server = await startBareServer();
  const client = await DatabaseClient.connect(server.url, 'writes');
  const { sequential, pipelined } = await writeRates(server, client);
  await client.close();
  await server.end();
  return [
    { name: 'sequential sets, bare server', ...sequential },
    { name: `sets, ${IN_FLIGHT} in flight, bare server`, ...pipelined },
  ];
}

type Rate = Omit<Measurement, 'name'>;

async function writeRates(
  emulator: EmulatorProcess,
  client: DatabaseClient,
): Promise<{ sequential: Rate; pipelined: Rate }> {
  const write = (at: number): Promise<unknown> =>
    client.set(`/items/k${at % 1000}`, { name: 'item', count: at, done: false });
  for (let at = 0; at < WARM_UP; at++) await write(at);
  const sequential = await measureRate(emulator, SEQUENTIAL, async () => {
    for (let at = 0; at < SEQUENTIAL; at++) await write(at);
  });
  const pipelined = await measureRate(emulator, PIPELINED, async () => {
    for (let at = 0; at < PIPELINED; at += IN_FLIGHT) {
      await Promise.all(Array.from({ length: IN_FLIGHT }, (_, offset) => write(at + offset)));
    }
  });
  return { sequential, pipelined };
}

async function measureRate(
  emulator: EmulatorProcess,
  count: number,
  run: () => Promise<void>,
): Promise<Rate> {
  const cpuBefore = coreSeconds(emulator.pid);
  const startedAt = performance.now();
  await run();
  const value = perSecond(count, startedAt);
  return { value, unit: '1/s', note: processorTime(coreSeconds(emulator.pid) - cpuBefore, count) };
}

function processorTime(seconds: number, count: number): string {
  return `${round((seconds * 1e6) / count, 0)} µs of CPU time each`;
}

const WIDTHS = [10, 1_000, 100_000];
const ROUNDS = 10;
const PER_ROUND = 2_000;

/** Writes single children of wide nodes. The widths alternate, for equal machine conditions. */
export async function measureWideNodes(emulator: EmulatorProcess): Promise<Measurement[]> {
  const client = await DatabaseClient.connect(emulator.url, 'wide');
  for (const width of WIDTHS) await fill(client, `/wide${width}`, width);
  const seconds = new Map(WIDTHS.map((width) => [width, { wall: 0, cpu: 0 }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [width, spent] of seconds) {
      const cpuBefore = coreSeconds(emulator.pid);
      const startedAt = performance.now();
      for (let at = 0; at < PER_ROUND; at++) {
        await client.set(`/wide${width}/k${((round * PER_ROUND + at) * 7919) % width}`, at);
      }
      // The first round warms up.
      if (round === 0) continue;
      spent.wall += (performance.now() - startedAt) / 1000;
      spent.cpu += coreSeconds(emulator.pid) - cpuBefore;
    }
  }
  await client.close();
  return [...seconds].map(([width, { wall, cpu }]) => ({
    name: `sets into a node with ${width} children`,
    value: Math.round((ROUNDS * PER_ROUND) / wall),
    unit: '1/s',
    note: processorTime(cpu, ROUNDS * PER_ROUND),
  }));
}

async function fill(client: DatabaseClient, path: string, width: number): Promise<void> {
  const chunk = 10_000;
  for (let from = 0; from < width; from += chunk) {
    const length = Math.min(chunk, width - from);
    const children = Array.from({ length }, (_, offset) => [`k${from + offset}`, from + offset]);
    await client.request('m', { p: path, d: Object.fromEntries(children) });
  }
}
