/** Runs the emulator; on each message, collects garbage and reports the retained memory. */
import { startDatabaseEmulator } from '@outharbor/database-emulator';

const emulator = await startDatabaseEmulator();

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ retained: heapUsed + external + arrayBuffers });
});
process.send?.({ url: emulator.url });
