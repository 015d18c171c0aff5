import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';

const run = promisify(execFile);

/** Builds an image from `base` with one more Dockerfile line. */
export async function buildDerived(tag: string, base: string, line: string): Promise<void> {
  const build = run('docker', ['build', '--quiet', '--tag', tag, '-']);
  build.child.stdin?.end(`FROM ${base}\n${line}\n`);
  await build;
}

export interface ComposeProject {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function compose(project: ComposeProject, ...args: string[]): Promise<string> {
  return docker(['compose', '-p', project.name, ...args], project.environment);
}

/** IDs of a service's containers, including stopped ones. */
export async function containersOf(project: ComposeProject, service: string): Promise<string[]> {
  return (await compose(project, 'ps', '-a', '-q', service)).split('\n').filter(Boolean);
}
