import type { PackedPackage } from './pack-package.ts';

export interface InstallSize {
  readonly packages: number;
  readonly bytes: number;
}

/** What an install of `name` puts on disk: the package and the siblings that it depends on. */
export function installSizeOf(
  name: string,
  packed: readonly Pick<PackedPackage, 'name' | 'unpackedSize' | 'dependencies'>[],
): InstallSize {
  const names = new Set([name]);
  // Iterating over a set includes what is added meanwhile.
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

/** As written in the READMEs. */
export function installSizeText({ packages, bytes }: InstallSize): string {
  return `${packages} ${packages === 1 ? 'package' : 'packages'}, ${(bytes / 1e6).toFixed(1)} MB`;
}
