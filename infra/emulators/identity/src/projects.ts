import { namespaced, readNamespaced } from '@outharbor/emulator-kit/namespace-name';
import { Namespaces } from '@outharbor/emulator-kit/namespaces';
import type { OpenProject } from './open-project.ts';

type OpenProjectFor = (namespace: string | null, otherId?: string) => OpenProject;

const MAX_OTHERS = 100;

export interface ProjectReference {
  readonly projectId: string | undefined;
  readonly apiKey: string | null;
  /** Public requests do not create namespaces. */
  readonly isPublic: boolean;
}

/** Behind one port: a default project and one per namespace, which share the signing keys. */
export class Projects extends Namespaces<OpenProject> {
  readonly defaultProject: OpenProject;
  readonly #openProject: OpenProjectFor;
  readonly #acceptsUnknown: boolean;
  readonly #others = new Map<string, OpenProject>();

  /** With `acceptsUnknown`, other projects are created on first use, as in the official emulator. */
  constructor(open: OpenProjectFor, acceptsUnknown: boolean) {
    super(open);
    this.defaultProject = open(null);
    this.#openProject = open;
    this.#acceptsUnknown = acceptsUnknown;
  }

  existing(projectId: string): OpenProject | undefined {
    if (projectId === this.defaultProject.project.projectId) return this.defaultProject;
    const name = this.#findNamespace(projectId);
    return name === undefined ? undefined : this.get(name);
  }

  /** Named by the path or else by the suffix of the API key. */
  find({ projectId, apiKey, isPublic }: ProjectReference): OpenProject | undefined {
    if (projectId === this.defaultProject.project.projectId) return this.defaultProject;
    const name =
      projectId === undefined ? readNamespaced(apiKey ?? '')?.name : this.#findNamespace(projectId);
    if (name === undefined)
      return projectId === undefined ? this.defaultProject : this.#other(projectId, isPublic);
    return isPublic ? this.get(name) : this.open(name);
  }

  removeOthers(): void {
    this.#others.clear();
  }

  #other(projectId: string, isPublic: boolean): OpenProject | undefined {
    const existing = this.#others.get(projectId);
    if (existing !== undefined || !this.#acceptsUnknown || isPublic || this.#others.size >= MAX_OTHERS)
      return existing;
    const opened = this.#openProject(null, projectId);
    this.#others.set(projectId, opened);
    return opened;
  }

  #findNamespace(projectId: string): string | undefined {
    const { parent, name } = readNamespaced(projectId) ?? {};
    return parent === this.defaultProject.project.projectId ? name : undefined;
  }
}

export function projectIdIn(projectId: string, namespace: string | null): string {
  return namespace === null ? projectId : namespaced(projectId, namespace);
}
