import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutExperimentalWarnings } from '../../../scripts/without-experimental-warnings.ts';
import { ROOT } from '../tests/support/repository-root.ts';
import { buildPackages } from './packages/build-packages.ts';
import { installSizeText, measureInstallSize } from './packages/install-size.ts';
import type { PackedPackage } from './packages/pack-package.ts';

withoutExperimentalWarnings();
const OUT = join(ROOT, 'dist', 'packages');

try {
  const { values } = parseArgs({ options: { publishable: { type: 'boolean', default: false } } });
  const packages = await buildPackages(OUT, values);
  console.log(await contentsList(packages, OUT));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Writes the files of each tarball with their sizes to `CONTENTS.txt`. Resolves with a line per package. */
async function contentsList(packages: readonly PackedPackage[], out: string): Promise<string> {
  const sections = packages.map(({ filename, integrity, files }) =>
    [
      `${filename} ${integrity}`,
      ...files.map(({ path, size }) => `${String(size).padStart(9)} ${path}`),
    ].join('\n'),
  );
  await writeFile(join(out, 'CONTENTS.txt'), `${sections.join('\n\n')}\n`);
  return packages
    .map(({ name, filename, size, files }) => {
      const installed = installSizeText(measureInstallSize(name, packages));
      return `${filename}: ${kilobytes(size)}, ${files.length} files; installed: ${installed}`;
    })
    .join('\n');
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
