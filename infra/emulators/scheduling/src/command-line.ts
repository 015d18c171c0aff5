import { pathToFileURL } from 'node:url';
import { readCommandLineOptions } from './command-line-options.ts';
import { type EventType, startSchedulingEmulator } from './scheduling-emulator.ts';

try {
  const { EVENT_TYPE_FILE } = process.env;
  const emulator = await startSchedulingEmulator({
    ...readCommandLineOptions(process.env),
    ...(EVENT_TYPE_FILE && { eventType: await eventTypeOf(EVENT_TYPE_FILE) }),
  });
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

/** A module that exports `eventType`. */
async function eventTypeOf(file: string): Promise<EventType> {
  const { eventType } = (await import(pathToFileURL(file).href)) as { readonly eventType: EventType };
  return eventType;
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
