import { type DatabaseEmulator, startDatabaseEmulator } from './database-emulator.ts';
import { optionsFromEnvironment } from './environment.ts';

try {
  const emulator = await startDatabaseEmulator({
    ...optionsFromEnvironment(process.env),
    onWarning: (message) => console.error(`database emulator: ${message}`),
  });
  const control = emulator.controlUrl ? `, control routes on ${emulator.controlUrl}` : '';
  console.log(`database emulator listens on ${emulator.url}${control}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(emulator));
} catch (error) {
  fail(error);
}

async function stop(emulator: DatabaseEmulator): Promise<void> {
  await emulator.close().catch(fail);
}

function fail(error: unknown): void {
  console.error(`database emulator: ${(error as Error).message}`);
  process.exitCode = 1;
}
