import { succeedsQuietly } from './step.ts';
import { tracked } from './tracked-files.ts';

export interface StaticCheck {
  readonly name: string;
  run(): Promise<boolean>;
}

// The included paths exist only in the image, so the files are listed here, without the templates.
const NGINX_LINTER_ARGUMENTS = [
  ...['--config', 'infra/nginx/nginx-linter.json', '--no-follow-includes'],
  ...['--include', 'infra/nginx/nginx.conf', '--include', 'infra/nginx/conf/*.conf'],
];

/** Two checks run at a time, and more threads would check the shared types several times. */
const TYPES_ONLY = ['--noEmit', '--singleThreaded'];

/** Lints TypeScript, Dockerfiles and Nginx configuration, then type-checks every TypeScript project. */
export async function staticChecks(): Promise<StaticCheck[]> {
  const projects = (await tracked('*tsconfig.json')).toSorted();
  const dockerfiles = (await tracked('*Dockerfile', 'Dockerfile.*')).toSorted();
  return [
    {
      name: 'unused code and undeclared dependencies',
      run: () => succeedsQuietly('knip', ['--no-progress', '--no-config-hints']),
    },
    { name: 'lint', run: () => succeedsQuietly('biome', ['check', '--error-on-warnings', '.']) },
    ...dockerfiles.map((file) => ({
      name: `lint ${file}`,
      run: () => succeedsQuietly('dockerfile-utils', ['lint', file]),
    })),
    { name: 'lint Nginx configuration', run: () => succeedsQuietly('nginx-linter', NGINX_LINTER_ARGUMENTS) },
    ...projects.map((project) => ({
      name: `types in ${project}`,
      run: () => succeedsQuietly('tsc', [...TYPES_ONLY, '-p', project, ...onlyWhatChanged(project)]),
    })),
  ];
}

function onlyWhatChanged(project: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', `.cache/types/${project.replaceAll('/', '-')}`];
}

/** Runs two checks at a time and resolves with the names of the failed ones. */
export async function collectFailures(checks: readonly StaticCheck[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...checks];
  const runInSequence = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const passed = await check.run();
      console.log(`${passed ? '✓' : '✗'} ${check.name}`);
      if (!passed) failed.push(check.name);
    }
  };
  await Promise.all([runInSequence(), runInSequence()]);
  return failed;
}
