import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  close(): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'outharbor-'));
  // A browser that ends may still write.
  return { path, close: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
