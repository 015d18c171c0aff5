import { ensurePagesBuilt } from '../../scripts/builds.ts';

/** Whoever runs one test file alone sees the pages as their sources are now. */
export async function setup(): Promise<void> {
  await ensurePagesBuilt();
}
