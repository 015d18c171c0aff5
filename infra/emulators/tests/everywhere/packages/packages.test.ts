import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackages } from '../../../scripts/packages/build-packages.ts';
import type { PackedPackage } from '../../../scripts/packages/pack-package.ts';
import type { InstalledApp } from '../../support/installed-app/installed-app.ts';
import { installPackages } from '../../support/installed-app/installed-packages.ts';
import { describeOnNode } from '../../support/installed-app/node-suite.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { FORMER_RELEASES, nodeProgram } from './node-releases.ts';

let folder: TemporaryFolder;
let packages: readonly PackedPackage[];
let app: InstalledApp;

beforeAll(async () => {
  folder = await temporaryFolder();
  ({ packages, app } = await installPackages(folder.path));
});
afterAll(() => folder.close());

it('builds byte-identical packages each time', async () => {
  const again = await buildPackages(join(folder.path, 'again'));
  expect(again.map(({ integrity }) => integrity)).toEqual(packages.map(({ integrity }) => integrity));
});

for (const version of FORMER_RELEASES) {
  describeOnNode(() => app, { version, program: nodeProgram(version) });
}
