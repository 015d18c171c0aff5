import { readyLine, run } from '@outharbor/emulator-kit/run';
import { startDatabaseEmulator } from './database-emulator.ts';
import { optionsFromEnvironment } from './environment.ts';

await run('database emulator', async ({ environment, print, warn }) => {
  const emulator = await startDatabaseEmulator({ ...optionsFromEnvironment(environment), onWarning: warn });
  print(readyLine('database emulator', emulator));
  return emulator;
});
