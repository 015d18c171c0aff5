import { readyLine, run } from '@outharbor/emulator-kit/run';
import { optionsFromEnvironment } from './environment.ts';
import { startIdentityEmulator } from './identity-emulator.ts';

await run('identity emulator', async ({ environment, print, warn }) => {
  const options = optionsFromEnvironment(environment);
  const emulator = await startIdentityEmulator({ ...options, onWarning: warn });
  print(readyLine(`identity emulator of ${emulator.projectId}`, emulator));
  if (options.permissive)
    warn('PERMISSIVE: tokens are unsigned. Anyone who can reach this port can act as any user.');
  return emulator;
});
