import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InlineHashes } from './security-headers.ts';

/** Written by the site build next to its pages. */
export async function readInlineHashes(siteDir: string): Promise<InlineHashes> {
  return JSON.parse(await readFile(join(siteDir, 'csp-hashes.json'), 'utf8')) as InlineHashes;
}
