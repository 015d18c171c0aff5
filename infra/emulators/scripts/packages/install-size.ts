import type { PackedPackage } from './pack-package.ts';

/** The installed size of package `name` with the siblings it depends on. */
export function measureInstallSize(
  name: string,
  packed: readonly Pick<PackedPackage, 'name' | 'unpackedSize' | 'dependencies'>[],
) {
  const names = new Set([name]);
  // Iterating over a set includes values added during the iteration.
  for (const each of names) {
    const dependencies = packed.find((candidate) => candidate.name === each)?.dependencies ?? {};
    for (const dependency of Object.keys(dependencies)) names.add(dependency);
  }
  const installed = packed.filter((candidate) => names.has(candidate.name));
  return {
    packages: names.size,
    bytes: installed.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0),
  };
}

/** In the form used by the READMEs. */
export function installSizeText({ packages, bytes }: ReturnType<typeof measureInstallSize>): string {
  return `${packages} ${packages === 1 ? 'package' : 'packages'}, ${(bytes / 1e6).toFixed(1)} MB`;
}
