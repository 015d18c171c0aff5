import { ensurePagesBuilt } from '../../scripts/page-builds.ts';

/** Whoever runs one test file alone sees the pages as their sources are now. */
export async function setup(): Promise<void> {
  await ensurePagesBuilt();
}
