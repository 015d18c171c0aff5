import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { filterProblems, problemKindInfo } from '@arethetypeswrong/core/problems';

/** What TypeScript would get wrong about a packed package, for ES modules, CommonJS and bundlers. */
export async function findTypeFaults(tarball: string): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (!analysis.types) return ['the package has no types'];
  const problems = (['node16-cjs', 'node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }),
  );
  return [
    ...new Set(
      problems.map((problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`),
    ),
  ];
}
