import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file of the run has its log of connections to other machines. */
    egressFolder: string;
  }
}

/** One folder for a run. Whatever became of the tests, it is removed at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'egress-'));
  project.provide('egressFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
