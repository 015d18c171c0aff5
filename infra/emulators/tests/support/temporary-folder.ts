import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'outharbor-'));
  // A browser that ends may still write.
  return { path, close: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
