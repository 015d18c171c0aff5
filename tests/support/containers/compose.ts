import { docker } from '../../../infra/emulators/tests/support/docker.ts';

export interface ComposeProject {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function compose(project: ComposeProject, ...args: string[]): Promise<string> {
  return docker(['compose', '-p', project.name, ...args], project.environment);
}

/** IDs of the containers of one service or of all, including stopped ones. */
export async function listContainers(project: ComposeProject, ...services: string[]): Promise<string[]> {
  return (await compose(project, 'ps', '-a', '-q', ...services)).split('\n').filter(Boolean);
}
