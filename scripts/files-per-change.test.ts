import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

/* Checks the file counts in docs/architecture.md against an existing plan and an existing page. */

/** Emulators are excluded: they know nothing about the product. */
const SOURCES = ['api', 'web', 'infra', 'scripts', ':!infra/emulators', ':!*.test.ts', ':!*.test.tsx'];

/** Files that match `name` in their path or content. */
async function filesNaming(name: RegExp): Promise<string[]> {
  const naming = (await tracked(...SOURCES)).map(async (file) =>
    name.test(`${file}\n${await readFile(join(ROOT, file), 'utf8')}`) ? [file] : [],
  );
  return (await Promise.all(naming)).flat().toSorted();
}

it('a plan takes three files, plus the rule that scripts/database-rules.ts generates', async () => {
  expect(await filesNaming(/\bplan-business\b|'business'|\bbusiness:/)).toEqual([
    'api/contract/src/plans.ts',
    'infra/firebase/database.rules.json',
    'web/src/content/plans.ts',
    'web/src/ui/pictures/plan-business.svg',
  ]);
});

it('a page takes three files', async () => {
  expect(await filesNaming(/\baboutUs:|\/AboutUs\b/)).toEqual([
    'api/contract/src/paths.ts',
    'web/src/content/pages.ts',
    'web/src/pages/AboutUs.tsx',
  ]);
});
