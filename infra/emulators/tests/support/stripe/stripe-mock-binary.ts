import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = 'v0.197.0';
const CACHE = fileURLToPath(new URL('../../../../../.cache/stripe-mock/', import.meta.url));
const BUILT = join(CACHE, VERSION, 'stripe-mock');

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Builds the official stripe-mock from its module; false if Go or its sources are unavailable. */
async function build(): Promise<boolean> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'build-'));
  try {
    const target = `github.com/stripe/stripe-mock@${VERSION}`;
    await promisify(execFile)('go', ['install', target], { env: { ...process.env, GOBIN: folder } });
    await mkdir(join(CACHE, VERSION), { recursive: true });
    await rename(join(folder, 'stripe-mock'), BUILT);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The binary that STRIPE_MOCK_BINARY names or that Go has built or builds now; null if there is none. */
export async function stripeMockBinary(): Promise<string | null> {
  const named = process.env.STRIPE_MOCK_BINARY;
  if (named) return named;
  return (await exists(BUILT)) || (await build()) ? BUILT : null;
}
