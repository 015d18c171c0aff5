import { readCommandLineOptions } from './command-line-options.ts';
import { startSchedulingEmulator } from './scheduling-emulator.ts';

try {
  const emulator = await startSchedulingEmulator(readCommandLineOptions(process.env));
  console.log(`Scheduling emulator on ${emulator.url}, control on ${emulator.controlUrl}`);
  console.log(`Event type: ${emulator.eventTypeUrl}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      emulator.close().then(
        () => process.exit(0),
        (error: Error) => fail(error),
      );
    });
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
