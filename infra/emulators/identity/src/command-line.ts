import { readyLine, run } from '@outharbor/emulator-kit/run';
import { optionsFromEnvironment } from './environment.ts';
import { startIdentityEmulator } from './identity-emulator.ts';

await run('identity emulator', async ({ environment, print, warn }) => {
  const options = optionsFromEnvironment(environment);
  const emulator = await startIdentityEmulator({ ...options, onWarning: warn });
  print(readyLine(`identity emulator of ${emulator.projectId}`, emulator));
  if (options.permissive) warn('PERMISSIVE. Tokens are unsigned: whoever reaches this port is any user.');
  return emulator;
});
