import { enableCompileCache } from 'node:module';
import type { DatabaseEmulator } from './database-emulator.ts';

// Most of a start is compiling, and the next start finds it done. What is imported before this line misses that.
enableCompileCache();

try {
  const { startDatabaseEmulator } = await import('./database-emulator.ts');
  const { optionsFromEnvironment } = await import('./environment.ts');
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
