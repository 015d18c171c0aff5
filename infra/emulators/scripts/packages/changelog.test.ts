import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/support/repository-root.ts';
import { changelogFaults } from './changelog.ts';
import { EMULATOR_PACKAGES } from './emulator-packages.ts';
import { readManifest, SIBLING } from './manifest.ts';

describe('a changelog', () => {
  it('must begin with the package version', () => {
    expect(changelogFaults('# Changelog\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n', '0.2.0')).toEqual([]);
    expect(changelogFaults('# Changelog\n\n## 0.1.0\n', '0.2.0')).toEqual([
      'CHANGELOG.md begins with 0.1.0, the package is 0.2.0',
    ]);
    expect(changelogFaults('# Changelog\n', '0.2.0')).toHaveLength(1);
  });
});

describe.each(EMULATOR_PACKAGES)('$workspace', ({ workspace }) => {
  it('has its version in the changelog and depends on the current sibling versions', async () => {
    const folder = join(ROOT, workspace);
    const manifest = await readManifest(folder);
    expect(changelogFaults(await readFile(join(folder, 'CHANGELOG.md'), 'utf8'), manifest.version)).toEqual(
      [],
    );
    const manifests = await Promise.all(
      EMULATOR_PACKAGES.map((sibling) => readManifest(join(ROOT, sibling.workspace))),
    );
    const required = Object.entries(manifest.dependencies ?? {}).filter(([name]) => SIBLING.test(name));
    const current = required.map(([name]) => [name, manifests.find((each) => each.name === name)?.version]);
    expect(required).toEqual(current);
  });
});
