import { pathToFileURL } from 'node:url';
import { optionsFromEnvironment } from './environment.ts';
import { type Seed, startStripeEmulator } from './stripe-emulator.ts';

try {
  const { SEED_FILE } = process.env;
  const emulator = await startStripeEmulator({
    ...optionsFromEnvironment(process.env),
    ...(SEED_FILE && { seed: (await import(pathToFileURL(SEED_FILE).href)) as Seed }),
  });
  console.log(`stripe emulator: API and pages on ${emulator.url}, control on ${emulator.controlUrl}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      emulator.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(`stripe emulator: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
