import { succeeds } from './step.ts';
import { tracked } from './tracked-files.ts';

export interface StaticCheck {
  readonly name: string;
  run(): Promise<boolean>;
}

/** Lint, also of the Dockerfiles, then the types of every TypeScript project of the repository. */
export async function staticChecks(): Promise<StaticCheck[]> {
  const projects = (await tracked('*tsconfig.json')).toSorted();
  const dockerfiles = (await tracked('*Dockerfile', 'Dockerfile.*')).toSorted();
  return [
    { name: 'lint', run: () => succeeds('biome', ['check', '--error-on-warnings', '.']) },
    ...dockerfiles.map((file) => ({
      name: `lint of ${file}`,
      run: () => succeeds('dockerfile-utils', ['lint', file]),
    })),
    ...projects.map((project) => ({
      name: `types of ${project}`,
      run: () => succeeds('tsc', ['--noEmit', '-p', project]),
    })),
  ];
}

/** Runs the checks one after another and resolves with the names of those that failed. */
export async function failuresOf(checks: readonly StaticCheck[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    const passed = await check.run();
    console.log(`${passed ? '✓' : '✗'} ${check.name}`);
    if (!passed) failed.push(check.name);
  }
  return failed;
}
