import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

/* What docs/architecture.md promises of a change, seen on what was added last by such a change. */

/** The product's sources; an emulator knows nothing of it. */
const SOURCES = ['api', 'web', 'infra', 'scripts', ':!infra/emulators', ':!*.test.ts', ':!*.test.tsx'];

/** The files that have `name` in their text or in their own name. */
async function filesNaming(name: RegExp): Promise<string[]> {
  const naming = (await tracked(...SOURCES)).map(async (file) =>
    name.test(`${file}\n${await readFile(join(ROOT, file), 'utf8')}`) ? [file] : [],
  );
  return (await Promise.all(naming)).flat().toSorted();
}

it('names a plan in three files, and in the rule that scripts/database-rules.ts writes', async () => {
  expect(await filesNaming(/\bplan-business\b|'business'|\bbusiness:/)).toEqual([
    'api/contract/src/plans.ts',
    'infra/firebase/database.rules.json',
    'web/src/content/plans.ts',
    'web/src/ui/pictures/plan-business.svg',
  ]);
});

it('names a page in three files', async () => {
  expect(await filesNaming(/\baboutUs:|\/AboutUs\b/)).toEqual([
    'api/contract/src/paths.ts',
    'web/src/content/pages.ts',
    'web/src/pages/AboutUs.tsx',
  ]);
});
