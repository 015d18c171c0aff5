import { namespaced, readNamespaced, requireNamespaceName } from '@outharbor/emulator-kit/namespace-name';
import type { OpenProject } from './open-project.ts';

type OpenProjectOf = (namespace: string | null, otherId?: string) => OpenProject;

const MAX_OTHERS = 100;

export interface ProjectReference {
  readonly projectId: string | undefined;
  readonly apiKey: string | null;
  /** Public requests do not create namespaces. */
  readonly isPublic: boolean;
}

/** Behind one port: a default project and one per namespace, which share the signing keys. */
export class Projects {
  readonly defaultProject: OpenProject;
  readonly #open: OpenProjectOf;
  readonly #acceptsUnknown: boolean;
  readonly #byNamespace = new Map<string, OpenProject>();
  readonly #others = new Map<string, OpenProject>();

  /** With `acceptsUnknown`, other projects are created on first use, as in the official emulator. */
  constructor(open: OpenProjectOf, acceptsUnknown: boolean) {
    this.defaultProject = open(null);
    this.#open = open;
    this.#acceptsUnknown = acceptsUnknown;
  }

  inNamespace(name: string): OpenProject {
    const existing = this.#byNamespace.get(requireNamespaceName(name));
    if (existing !== undefined) return existing;
    const opened = this.#open(name);
    this.#byNamespace.set(name, opened);
    return opened;
  }

  names(): readonly string[] {
    return [...this.#byNamespace.keys()];
  }

  remove(name: string): void {
    this.#byNamespace.delete(name);
  }

  existing(projectId: string): OpenProject | undefined {
    if (projectId === this.defaultProject.project.projectId) return this.defaultProject;
    const name = this.#namespaceOf(projectId);
    return name === undefined ? undefined : this.#byNamespace.get(name);
  }

  /** Named by the path or else by the suffix of the API key. */
  find({ projectId, apiKey, isPublic }: ProjectReference): OpenProject | undefined {
    if (projectId === this.defaultProject.project.projectId) return this.defaultProject;
    const name = projectId === undefined ? readNamespaced(apiKey ?? '')?.name : this.#namespaceOf(projectId);
    if (name === undefined)
      return projectId === undefined ? this.defaultProject : this.#other(projectId, isPublic);
    return isPublic ? this.#byNamespace.get(name) : this.inNamespace(name);
  }

  removeOthers(): void {
    this.#others.clear();
  }

  #other(projectId: string, isPublic: boolean): OpenProject | undefined {
    const existing = this.#others.get(projectId);
    if (existing !== undefined || !this.#acceptsUnknown || isPublic || this.#others.size >= MAX_OTHERS)
      return existing;
    const opened = this.#open(null, projectId);
    this.#others.set(projectId, opened);
    return opened;
  }

  #namespaceOf(projectId: string): string | undefined {
    const { parent, name } = readNamespaced(projectId) ?? {};
    return parent === this.defaultProject.project.projectId ? name : undefined;
  }
}

export function projectIdIn(projectId: string, namespace: string | null): string {
  return namespace === null ? projectId : namespaced(projectId, namespace);
}
