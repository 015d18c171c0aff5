import { succeeds } from './step.ts';

/** Runs `docker compose` on the emulated stack, appending this script's command-line arguments. */
export async function compose(...args: readonly string[]): Promise<void> {
  const succeeded = await succeeds('docker', ['compose', ...args, ...process.argv.slice(2)]);
  if (!succeeded) process.exitCode = 1;
}
