import { ensureProductBuilt } from '../../scripts/builds.ts';

/** Before any file of the run: two that built at once would take the files away from each other. */
export async function setup(): Promise<void> {
  await ensureProductBuilt();
}
