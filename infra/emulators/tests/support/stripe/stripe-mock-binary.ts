import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const STRIPE_MOCK_VERSION = 'v0.203.0';
const CACHE = fileURLToPath(new URL('../../../../../.cache/stripe-mock/', import.meta.url));
const BUILT = join(CACHE, STRIPE_MOCK_VERSION, 'stripe-mock');

/** Whether stripe-mock is named by STRIPE_MOCK_BINARY or was built. */
export const hasStripeMock = (): boolean => Boolean(process.env.STRIPE_MOCK_BINARY) || existsSync(BUILT);

/** Builds the official stripe-mock from its module; false if Go or its sources are unavailable. */
export async function buildStripeMock(): Promise<boolean> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'build-'));
  try {
    const target = `github.com/stripe/stripe-mock@${STRIPE_MOCK_VERSION}`;
    await promisify(execFile)('go', ['install', target], { env: { ...process.env, GOBIN: folder } });
    await mkdir(join(CACHE, STRIPE_MOCK_VERSION), { recursive: true });
    await rename(join(folder, 'stripe-mock'), BUILT);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects if there is none. */
export function stripeMockBinary(): string {
  if (!hasStripeMock()) throw new Error('There is no stripe-mock: npm test builds it if Go is installed.');
  return process.env.STRIPE_MOCK_BINARY || BUILT;
}
