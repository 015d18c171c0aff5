import { deleteApp, initializeApp } from 'firebase/app';
import { connectDatabaseEmulator, getDatabase, onValue, ref, runTransaction } from 'firebase/database';
import { perSecond } from '../../support/figures.ts';
import type { Measurement } from '../../support/measurement.ts';
import type { EmulatorProcess } from './emulator-process.ts';

const COUNT = 5_000;

/** Measures sequential SDK transactions on a counter with a listener. */
export async function measureTransactions({ url }: EmulatorProcess): Promise<Measurement[]> {
  const { hostname, port } = new URL(url);
  const app = initializeApp({ databaseURL: `${url}?ns=transactions` }, 'transactions');
  const database = getDatabase(app);
  connectDatabaseEmulator(database, hostname, Number(port));
  const counter = ref(database, 'counter');
  await new Promise<void>((resolve) => {
    onValue(counter, () => resolve());
  });
  const increment = (): Promise<unknown> => runTransaction(counter, (value) => (value ?? 0) + 1);
  for (let at = 0; at < COUNT / 10; at++) await increment();
  const startedAt = performance.now();
  for (let at = 0; at < COUNT; at++) await increment();
  const rate = perSecond(COUNT, startedAt);
  await deleteApp(app);
  return [{ name: 'SDK transactions', value: rate, unit: '1/s' }];
}
