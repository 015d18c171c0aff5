import { DatabaseClient } from '../../support/database-client.ts';
import { type EmulatorProcess, startEmulatorProcess } from './emulator-process.ts';
import { connectMany } from './measure-fan-out.ts';
import { fill } from './measure-writes.ts';
import { type Measurement, round } from './measurement.ts';

const CONNECTIONS = 1_000;
const NODES = 100_000;
const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;

export async function measureMemory(): Promise<Measurement[]> {
  const emulator = await startEmulatorProcess();
  const atRest = await emulator.residentBytes();
  const perConnection = await growth(emulator, async () => {
    const clients = await connectMany(emulator.url, 'memory', CONNECTIONS);
    return () => Promise.all(clients.map((client) => client.close()));
  });
  await emulator.stop();
  const fresh = await startEmulatorProcess();
  const perNodes = await growth(fresh, async () => {
    const client = await DatabaseClient.connect(fresh.url, 'memory');
    await fill(client, '/nodes', NODES);
    return () => client.close();
  });
  await fresh.stop();
  return [
    { name: 'memory at rest', value: round(atRest / MEGABYTE, 1), unit: 'MB' },
    {
      name: 'memory per idle connection',
      value: round(perConnection / CONNECTIONS / KILOBYTE, 1),
      unit: 'kB',
    },
    {
      name: 'memory per 100,000 nodes',
      value: round(perNodes / MEGABYTE, 1),
      unit: 'MB',
      note: 'resident growth after writing them, garbage of the writing included',
    },
  ];
}

async function growth(
  emulator: EmulatorProcess,
  fillUp: () => Promise<() => Promise<unknown>>,
): Promise<number> {
  const before = await emulator.residentBytes();
  const empty = await fillUp();
  const after = await emulator.residentBytes();
  await empty();
  return after - before;
}
