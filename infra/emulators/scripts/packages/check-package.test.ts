import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { findPackageFaults, findPlaceholders, findTypeFaults } from './check-package.ts';
import { packPackage } from './pack-package.ts';
import { writeNotices } from './stage-package.ts';

let stage: string;

const manifest = {
  name: 'stand-in',
  version: '1.0.0',
  type: 'module',
  exports: { '.': { types: './lib/types/a.d.ts', default: './lib/a.js' } },
  dependencies: { declared: '1.0.0' },
  peerDependencies: { peer: '1.0.0' },
};

beforeEach(async () => {
  stage = await testFolder();
  await mkdir(join(stage, 'lib/types'), { recursive: true });
  await write('package.json', JSON.stringify(manifest));
  await write('lib/a.js', 'import "node:fs";\nimport "declared/part";\nexport const a = 1;\n');
  await write('lib/types/a.d.ts', 'import type { P } from "peer";\nexport declare const a: P;\n');
});

const write = (file: string, text: string) => writeFile(join(stage, file), text);

it('finds no fault in a valid package', async () => {
  expect(await findPackageFaults(stage)).toEqual([]);
});

it('finds the addresses that a publisher has not filled in', async () => {
  await write('SECURITY.md', 'by e-mail to emulators@outharbor.example, not in an issue');
  expect(await findPlaceholders(stage)).toEqual([
    expect.stringContaining('SECURITY.md names emulators@outharbor.example'),
  ]);
});

it.each([
  ['an undeclared module', 'lib/a.js', "import '@outharbor/contract/plans';\n", '@outharbor/contract, which'],
  ['an undeclared type', 'lib/types/a.d.ts', 'export type { A } from "absent";\n', 'absent, which'],
  ['a peer dependency imported at run time', 'lib/a.js', 'import "peer";\n', 'peer, which'],
  ['a test', 'lib/a.test.js', '', 'lib/a.test.js must not be published'],
  ['a missing entry point', 'package.json', JSON.stringify({ ...manifest, main: './b.js' }), 'b.js'],
])('reports %s', async (_what, file, text, fault) => {
  await write(file, text);
  expect((await findPackageFaults(stage)).join('\n')).toContain(fault);
});

it('reports types that CommonJS resolves to an ES module', async () => {
  const { filename } = await packPackage(stage, stage);
  expect((await findTypeFaults(join(stage, filename))).join('\n')).toContain('CJSResolvesToESM');
});

it('reports a package that is bundled without its licence', async () => {
  const pages = join(stage, 'third-party.json');
  const notice = { name: 'unlicensed', version: '1.0.0', identifier: 'MIT', text: '' };
  await writeFile(pages, JSON.stringify([notice]));
  await expect(writeNotices([], pages)).rejects.toThrow('unlicensed 1.0.0 is bundled but carries no licence');
});
