import type { Measurement } from '../support/measurement.ts';
import { type EmulatorProcess, startEmulatorProcess } from './database/emulator-process.ts';
import { measureFanOut } from './database/measure-fan-out.ts';
import { measureStart } from './database/measure-start.ts';
import { measureTransactions } from './database/measure-transactions.ts';
import {
  measureBareServer,
  measureEcho,
  measureWideNodes,
  measureWrites,
} from './database/measure-writes.ts';

export const title = 'Realtime database emulator';

/** Rules similar to the product's: validated records. */
const RULES = {
  items: {
    $key: {
      '.read': true,
      '.write': "auth == null && $key.beginsWith('k')",
      '.validate': "newData.hasChildren(['name', 'count'])",
      name: { '.validate': 'newData.isString() && newData.val().length < 100' },
      count: { '.validate': 'newData.isNumber()' },
      done: { '.validate': 'newData.isBoolean()' },
      $other: { '.validate': false },
    },
  },
};

/** Measures the emulator in a separate process, over the loopback interface. */
export async function measure(): Promise<Measurement[]> {
  return [
    ...(await measureStart()),
    ...(await withEmulator(undefined, async (emulator) => [
      ...(await measureEcho(emulator)),
      ...(await measureWrites(emulator, 'open')),
      ...(await measureBareServer()),
      ...(await measureTransactions(emulator)),
      ...(await measureFanOut(emulator)),
      ...(await measureWideNodes(emulator)),
    ])),
    ...(await withEmulator(RULES, (emulator) => measureWrites(emulator, 'with rules'))),
  ];
}

async function withEmulator(
  rules: object | undefined,
  run: (emulator: EmulatorProcess) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const emulator = await startEmulatorProcess(rules);
  try {
    return await run(emulator);
  } finally {
    await emulator.end();
  }
}
