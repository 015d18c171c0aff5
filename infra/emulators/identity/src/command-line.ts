import { optionsFromEnvironment } from './environment.ts';
import { type IdentityEmulator, startIdentityEmulator } from './identity-emulator.ts';

try {
  const options = optionsFromEnvironment(process.env);
  const emulator = await startIdentityEmulator({
    ...options,
    onWarning: (message) => console.error(`identity emulator: ${message}`),
  });
  const control = emulator.controlUrl ? `, control routes on ${emulator.controlUrl}` : '';
  console.log(`identity emulator of ${emulator.projectId} listens on ${emulator.url}${control}`);
  if (options.permissive) {
    console.log('identity emulator: PERMISSIVE. Tokens are unsigned: whoever reaches this port is any user.');
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(emulator));
} catch (error) {
  fail(error);
}

async function stop(emulator: IdentityEmulator): Promise<void> {
  await emulator.close().catch(fail);
}

function fail(error: unknown): void {
  console.error(`identity emulator: ${(error as Error).message}`);
  process.exitCode = 1;
}
