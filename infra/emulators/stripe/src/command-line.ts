import { pathToFileURL } from 'node:url';
import { readyLine, run } from '@outharbor/emulator-kit/run';
import { optionsFromEnvironment } from './server/environment.ts';
import type { Seed } from './server/seed.ts';
import { startStripeEmulator } from './stripe-emulator.ts';

await run('stripe emulator', async ({ environment, print }) => {
  const { SEED_FILE } = environment;
  const emulator = await startStripeEmulator({
    ...optionsFromEnvironment(environment),
    ...(SEED_FILE && { seed: (await import(pathToFileURL(SEED_FILE).href)) as Seed }),
  });
  print(readyLine('stripe emulator', emulator));
  return emulator;
});
