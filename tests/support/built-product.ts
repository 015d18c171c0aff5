import { ensureProductBuilt } from '../../scripts/builds.ts';

/** Builds once before the run, because concurrent builds would delete each other's files. */
export async function setup(): Promise<void> {
  await ensureProductBuilt();
}
