import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/support/repository-root.ts';
import { EMULATOR_PACKAGES } from './emulator-packages.ts';
import { readManifest, SIBLING } from './manifest.ts';

describe.each(EMULATOR_PACKAGES)('$workspace', ({ workspace }) => {
  it('has its version in the changelog and depends on the current sibling versions', async () => {
    const folder = join(ROOT, workspace);
    const manifest = await readManifest(folder);
    const [, newest] = /^## (.+)$/m.exec(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')) ?? [];
    expect(newest).toBe(manifest.version);
    const manifests = await Promise.all(
      EMULATOR_PACKAGES.map((sibling) => readManifest(join(ROOT, sibling.workspace))),
    );
    const required = Object.entries(manifest.dependencies ?? {}).filter(([name]) => SIBLING.test(name));
    const current = required.map(([name]) => [name, manifests.find((each) => each.name === name)?.version]);
    expect(required).toEqual(current);
  });
});
