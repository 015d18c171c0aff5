import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSION = 'v0.197.0';
const CACHE = fileURLToPath(new URL('../../../../.cache/stripe-mock/', import.meta.url));
const BUILT = join(CACHE, VERSION, 'stripe-mock');

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Builds the official stripe-mock from its module; false where there is no Go or no way to its sources. */
async function build(): Promise<boolean> {
  await mkdir(CACHE, { recursive: true });
  const place = await mkdtemp(join(CACHE, 'build-'));
  try {
    const target = `github.com/stripe/stripe-mock@${VERSION}`;
    await promisify(execFile)('go', ['install', target], { env: { ...process.env, GOBIN: place } });
    await mkdir(join(CACHE, VERSION), { recursive: true });
    await rename(join(place, 'stripe-mock'), BUILT);
    return true;
  } catch {
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The stripe-mock that STRIPE_MOCK_BINARY names, one built before, or one built now; null where none can be had. */
export async function stripeMockBinary(): Promise<string | null> {
  const named = process.env.STRIPE_MOCK_BINARY;
  if (named) return named;
  return (await exists(BUILT)) || (await build()) ? BUILT : null;
}
