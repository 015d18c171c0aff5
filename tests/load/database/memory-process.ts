/** Runs the emulator in a process that collects its garbage and says what is left, whenever it is asked. */
import { startDatabaseEmulator } from '@outharbor/database-emulator';

const emulator = await startDatabaseEmulator();

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ retained: heapUsed + external + arrayBuffers });
});
process.send?.({ url: emulator.url });
