import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the logs of connections to other machines, one per test file. */
    egressFolder: string;
  }
}

/** Creates a folder for the run and removes it at the end, whatever the outcome. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'egress-'));
  project.provide('egressFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
