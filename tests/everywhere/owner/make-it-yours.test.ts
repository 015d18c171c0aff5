import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { BRAND } from '../../../web/src/content/brand.ts';
import { EDITS } from '../../support/owner/edits.ts';
import { copyTree } from '../../support/owner/tree-copy.ts';

/* Follows docs/make-it-yours.md in a copy of the tree. `owner-edits.test.ts` checks each edit by itself. */

const TOGETHER = EDITS.filter(({ together }) => together);

const tree = suiteFixture(copyTree);

/** A built page without the comments that React puts between text nodes. */
const built = async (name: string) =>
  (await readFile(join(tree.path, 'web/dist', name), 'utf8')).replaceAll('<!-- -->', '');

beforeAll(async () => {
  for (const { apply } of TOGETHER) await apply(tree);
  expect(await tree.run('web', 'prerender/build.ts')).toMatchObject({ code: 0 });
});

it('shows every edit', async () => {
  for (const [page, text] of TOGETHER.flatMap(({ shows }) => shows)) expect(await built(page)).toMatch(text);
});

it('mentions no other brand', async () => {
  const names = (await readdir(join(tree.path, 'web/dist'))).filter((name) =>
    /\.(html|xml|txt|webmanifest)$/.test(name),
  );
  expect(names).toEqual(expect.arrayContaining(['index.html', 'sitemap.xml', 'site.webmanifest']));
  for (const name of names) {
    const text = await built(name);
    for (const former of [BRAND.name, BRAND.legalName, BRAND.origin, BRAND.email])
      expect(text, name).not.toContain(former);
  }
});
