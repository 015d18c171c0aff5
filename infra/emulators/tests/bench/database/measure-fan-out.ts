import { DatabaseClient } from '../../support/database-client.ts';
import { percentile, round } from '../../support/figures.ts';
import type { Measurement } from '../../support/measurement.ts';
import type { EmulatorProcess } from './emulator-process.ts';

const ROUNDS = 50;

/** Measures from a set until the last of many listeners, each on its own connection, has received it. */
export async function measureFanOut({ url }: EmulatorProcess): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const count of [100, 1_000]) {
    const writer = await DatabaseClient.connect(url, 'fan-out');
    const listeners = await connectMany(url, 'fan-out', count);
    await Promise.all(listeners.map((listener) => listener.request('q', { p: '/value', h: '' })));
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await Promise.all([receivedByAll(listeners), writer.set('/value', round)]);
      samples.push(performance.now() - startedAt);
    }
    await Promise.all([writer, ...listeners].map((client) => client.close()));
    measurements.push({
      name: `set to the last of ${count} listeners, p50`,
      value: round(percentile(samples, 0.5)),
      unit: 'ms',
    });
  }
  return measurements;
}

async function connectMany(url: string, namespace: string, count: number): Promise<DatabaseClient[]> {
  const clients: DatabaseClient[] = [];
  while (clients.length < count) {
    const batch = Math.min(100, count - clients.length);
    clients.push(
      ...(await Promise.all(Array.from({ length: batch }, () => DatabaseClient.connect(url, namespace)))),
    );
  }
  return clients;
}

function receivedByAll(listeners: readonly DatabaseClient[]): Promise<void> {
  let missing = listeners.length;
  return new Promise((resolve) => {
    for (const listener of listeners) {
      listener.onPush = () => {
        listener.onPush = null;
        listener.pushes.length = 0;
        if (--missing === 0) resolve();
      };
    }
  });
}
