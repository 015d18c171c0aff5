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

/** Type-checks every TypeScript project, and lints TypeScript, Dockerfiles and Nginx configuration. */
export async function staticChecks(): Promise<StaticCheck[]> {
  // The repository's own project takes longest. It begins first, so that nothing waits for it alone.
  const projects = (await tracked('*tsconfig.json')).toSorted((a, b) => a.length - b.length);
  const dockerfiles = (await tracked('*Dockerfile', 'Dockerfile.*')).toSorted();
  return [
    ...projects.map((project) => ({
      name: `types in ${project}`,
      run: () => succeedsQuietly('tsc', [...TYPES_ONLY, '-p', project, ...onlyWhatChanged(project)]),
    })),
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
