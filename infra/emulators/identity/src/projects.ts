import { namespaced, readNamespaced, requireNamespaceName } from '@outharbor/emulator-kit/namespace-name';
import type { OpenProject } from './open-project.ts';

/** Opens the project of a namespace, or another one with its id. */
type OpenProjectOf = (namespace: string | null, otherId?: string) => OpenProject;

const MAX_OTHERS = 100;

/** What a request says of the project that it is for. */
export interface ProjectReference {
  /** As named in the path. */
  readonly projectId: string | undefined;
  readonly apiKey: string | null;
  /** What comes from the public makes no namespace. */
  readonly isPublic: boolean;
}

/** The projects behind one port: the emulator's own, and one for each namespace. They share the keys that sign. */
export class Projects {
  readonly own: OpenProject;
  readonly #open: OpenProjectOf;
  readonly #takesAny: boolean;
  readonly #byNamespace = new Map<string, OpenProject>();
  readonly #others = new Map<string, OpenProject>();

  /** With `takesAny`, an unknown project is created when it is first named, as in the official emulator. */
  constructor(open: OpenProjectOf, takesAny: boolean) {
    this.own = open(null);
    this.#open = open;
    this.#takesAny = takesAny;
  }

  /** The project of a namespace, which comes into being when it is first named. */
  inNamespace(name: string): OpenProject {
    const existing = this.#byNamespace.get(requireNamespaceName(name));
    if (existing !== undefined) return existing;
    const opened = this.#open(name);
    this.#byNamespace.set(name, opened);
    return opened;
  }

  /** The namespaces that there are. */
  names(): readonly string[] {
    return [...this.#byNamespace.keys()];
  }

  /** Ends a namespace and forgets all of it. */
  remove(name: string): void {
    this.#byNamespace.delete(name);
  }

  /** The project with this id, if somebody has named it before. */
  existing(projectId: string): OpenProject | undefined {
    if (projectId === this.own.project.projectId) return this.own;
    const name = this.#namespaceOf(projectId);
    return name === undefined ? undefined : this.#byNamespace.get(name);
  }

  /** The project that a request is for. A path names it, and otherwise the end of the API key. */
  find({ projectId, apiKey, isPublic }: ProjectReference): OpenProject | undefined {
    if (projectId === this.own.project.projectId) return this.own;
    const name = projectId === undefined ? readNamespaced(apiKey ?? '')?.name : this.#namespaceOf(projectId);
    if (name === undefined) return projectId === undefined ? this.own : this.#other(projectId, isPublic);
    return isPublic ? this.#byNamespace.get(name) : this.inNamespace(name);
  }

  /** Forgets the projects that were only named. */
  removeOthers(): void {
    this.#others.clear();
  }

  #other(projectId: string, isPublic: boolean): OpenProject | undefined {
    const existing = this.#others.get(projectId);
    if (existing !== undefined || !this.#takesAny || isPublic || this.#others.size >= MAX_OTHERS)
      return existing;
    const opened = this.#open(null, projectId);
    this.#others.set(projectId, opened);
    return opened;
  }

  #namespaceOf(projectId: string): string | undefined {
    const { parent, name } = readNamespaced(projectId) ?? {};
    return parent === this.own.project.projectId ? name : undefined;
  }
}

/** The id of the project in a namespace, or of the emulator's own. */
export function projectIdIn(projectId: string, namespace: string | null): string {
  return namespace === null ? projectId : namespaced(projectId, namespace);
}
