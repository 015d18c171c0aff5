import { undeclaredImports } from './declared-dependencies.ts';
import { succeeds } from './step.ts';
import { tracked } from './tracked-files.ts';

export interface StaticCheck {
  readonly name: string;
  run(): Promise<boolean>;
}

// The includes name paths of the image, so that the files are named here. Templates are no configuration yet.
const NGINX_LINTER_ARGUMENTS = [
  ...['--config', 'infra/nginx/nginx-linter.json', '--no-follow-includes'],
  ...['--include', 'infra/nginx/nginx.conf', '--include', 'infra/nginx/conf/*.conf'],
];

/** Lint, also of what is not TypeScript, then the types of every TypeScript project of the repository. */
export async function staticChecks(): Promise<StaticCheck[]> {
  const projects = (await tracked('*tsconfig.json')).toSorted();
  const dockerfiles = (await tracked('*Dockerfile', 'Dockerfile.*')).toSorted();
  return [
    { name: 'declared dependencies', run: declaresWhatItImports },
    { name: 'lint', run: () => succeeds('biome', ['check', '--error-on-warnings', '.']) },
    ...dockerfiles.map((file) => ({
      name: `lint of ${file}`,
      run: () => succeeds('dockerfile-utils', ['lint', file]),
    })),
    { name: 'lint of Nginx configuration', run: () => succeeds('nginx-linter', NGINX_LINTER_ARGUMENTS) },
    ...projects.map((project) => ({
      name: `types of ${project}`,
      run: () => succeeds('tsc', ['--noEmit', '-p', project]),
    })),
  ];
}

async function declaresWhatItImports(): Promise<boolean> {
  const undeclared = await undeclaredImports();
  for (const line of undeclared) console.error(`not declared: ${line}`);
  return undeclared.length === 0;
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
