import { readFileSync } from 'node:fs';
import { type DatabaseEmulator, startDatabaseEmulator } from './database-emulator.ts';
import { optionsFromEnvironment } from './environment.ts';

try {
  const emulator = await startDatabaseEmulator(optionsFromEnvironment(process.env, readText));
  console.log(`database emulator listens on ${emulator.url}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(emulator));
} catch (error) {
  fail(error);
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

async function stop(emulator: DatabaseEmulator): Promise<void> {
  await emulator.close().catch(fail);
}

function fail(error: unknown): void {
  console.error(`database emulator: ${(error as Error).message}`);
  process.exitCode = 1;
}
