import { docker } from '../../../infra/emulators/tests/support/docker.ts';

export interface ComposeProject {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function compose(project: ComposeProject, ...args: string[]): Promise<string> {
  return docker(['compose', '-p', project.name, ...args], project.environment);
}

/** IDs of a service's containers, including stopped ones. */
export async function listContainers(project: ComposeProject, service: string): Promise<string[]> {
  return (await compose(project, 'ps', '-a', '-q', service)).split('\n').filter(Boolean);
}
