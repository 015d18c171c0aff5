import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installSizeText, measureInstallSize } from './install-size.ts';
import type { PackedPackage } from './pack-package.ts';

/** Writes the files of each tarball with their sizes to `CONTENTS.txt`. Resolves with a line per package. */
export async function contentsList(packages: readonly PackedPackage[], out: string): Promise<string> {
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
