import { startCommand } from '../support/database/emulator-command.ts';
import { DatabaseClient } from '../support/database-client.ts';
import type { Measurement } from '../support/measurement.ts';

export const title = 'Realtime database emulator';

const WARM_UP = 2_000;
const SEQUENTIAL = 20_000;
const IN_FLIGHT = 64;
const PIPELINED = 64_000;

/** Measures the emulator in a separate process, over the loopback interface. */
export async function measure(): Promise<Measurement[]> {
  const emulator = await startCommand({});
  const client = await DatabaseClient.connect(emulator.url, 'writes');
  try {
    return await measureWrites(client);
  } finally {
    await client.close();
    await emulator.end();
  }
}

async function measureWrites(client: DatabaseClient): Promise<Measurement[]> {
  const write = (at: number): Promise<unknown> =>
    client.set(`/items/k${at % 1000}`, { name: 'item', count: at, done: false });
  for (let at = 0; at < WARM_UP; at++) await write(at);
  const sequential = await measureRate(SEQUENTIAL, async () => {
    for (let at = 0; at < SEQUENTIAL; at++) await write(at);
  });
  const pipelined = await measureRate(PIPELINED, async () => {
    for (let at = 0; at < PIPELINED; at += IN_FLIGHT) {
      await Promise.all(Array.from({ length: IN_FLIGHT }, (_, offset) => write(at + offset)));
    }
  });
  return [
    { name: 'sequential sets', value: sequential, unit: '1/s' },
    { name: `sets, ${IN_FLIGHT} in flight`, value: pipelined, unit: '1/s' },
  ];
}

async function measureRate(count: number, run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return count / ((performance.now() - startedAt) / 1000);
}
