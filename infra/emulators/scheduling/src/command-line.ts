import { pathToFileURL } from 'node:url';
import { readyLine, run } from '@outharbor/emulator-kit/run';
import { optionsFromEnvironment } from './environment.ts';
import { type EventType, startSchedulingEmulator } from './scheduling-emulator.ts';

await run('scheduling emulator', async ({ environment, print }) => {
  const { EVENT_TYPE_FILE } = environment;
  const emulator = await startSchedulingEmulator({
    ...optionsFromEnvironment(environment),
    ...(EVENT_TYPE_FILE && { eventType: await readEventType(EVENT_TYPE_FILE) }),
  });
  print(readyLine('scheduling emulator', emulator));
  print(`event type: ${emulator.eventTypeUrl}`);
  return emulator;
});

async function readEventType(file: string): Promise<EventType> {
  const { eventType } = (await import(pathToFileURL(file).href)) as { readonly eventType: EventType };
  return eventType;
}
