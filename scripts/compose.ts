import { succeeds } from './step.ts';

/** `docker compose` on the emulated stack, with what else was said on the command line. */
export async function compose(...args: readonly string[]): Promise<void> {
  const succeeded = await succeeds('docker', ['compose', ...args, ...process.argv.slice(2)]);
  if (!succeeded) process.exitCode = 1;
}
