import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EDITS } from '../../support/owner/edits.ts';
import { copyTree, type TreeCopy } from '../../support/owner/tree-copy.ts';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const TSC = 'node_modules/typescript/bin/tsc';
const VITEST = 'node_modules/vitest/vitest.mjs';
/** The unit tests that read the catalogue or the content. */
const UNIT = ['--project', 'unit', 'api', 'web', 'scripts/price-literals', 'scripts/database-rules', 'tests'];

async function expectSuccess(tree: TreeCopy, folder: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await tree.run(folder, ...args);
  expect(code, `${args.join(' ')}\n${output}`).toBe(0);
}

/** A built page without the comments that React puts between text nodes. */
const readPage = async (tree: TreeCopy, name: string) =>
  (await readFile(join(tree.path, 'web/dist', name), 'utf8')).replaceAll('<!-- -->', '');

describe('an owner who follows make-it-yours.md', () => {
  it.each(EDITS)('builds and checks the site with $name', async ({ apply, shows }) => {
    const tree = await copyTree();
    onTestFinished(() => tree.close());
    await apply(tree);
    await expectSuccess(tree, '.', BIOME, 'check', '--write', '--unsafe', 'api', 'web');
    await expectSuccess(tree, '.', BIOME, 'check', '--error-on-warnings', 'api', 'web', 'tests');
    for (const project of ['tsconfig.json', 'web/tsconfig.json'])
      await expectSuccess(tree, '.', TSC, '--noEmit', '-p', project);
    await expectSuccess(tree, 'web', 'prerender/build.ts');
    await expectSuccess(tree, '.', VITEST, 'run', ...UNIT);
    for (const [page, text] of shows) expect(await readPage(tree, page), page).toMatch(text);
  });
});
