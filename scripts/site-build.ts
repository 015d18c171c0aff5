import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, succeedsQuietly } from './step.ts';
import { tracked } from './tracked-files.ts';

export const SITE_DIRECTORY = join(ROOT, 'web', 'dist');
const INPUTS = ['web', 'api/contract', 'package-lock.json', ':!*.test.ts', ':!*.test.tsx'];
const STAMP = join(SITE_DIRECTORY, '.inputs');

/** Builds the site unless the one that is there was made from exactly these sources. Resolves with what it did. */
export async function ensureSiteBuilt(): Promise<'built' | 'unchanged'> {
  const inputs = await hashOfInputs();
  if (inputs === (await readFile(STAMP, 'utf8').catch(() => undefined))) return 'unchanged';
  if (!(await succeedsQuietly('npm', ['run', 'build', '--workspace', 'web']))) {
    throw new Error('The site could not be built.');
  }
  await writeFile(STAMP, inputs);
  return 'built';
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await tracked(...INPUTS)).toSorted()) {
    const content = await readFile(join(ROOT, file)).catch(() => undefined);
    if (content) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
