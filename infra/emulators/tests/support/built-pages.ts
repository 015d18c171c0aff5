import { ensurePagesBuilt } from '../../../../scripts/builds.ts';

/** Builds the pages if their sources have changed, also when a single test file runs. */
export async function setup(): Promise<void> {
  await ensurePagesBuilt();
}
