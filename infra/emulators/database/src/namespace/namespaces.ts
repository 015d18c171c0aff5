import { DatabaseError } from '../tree/database-error.ts';
import type { Edit } from '../tree/write-request.ts';
import { readDatabaseName } from './database-name.ts';
import { Namespace } from './namespace.ts';
import type { RulesSource } from './rules-source.ts';

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

export interface NamespacesOptions {
  readonly rulesFor: (name: string) => RulesSource;
  /** Maximum number of databases, so that made-up names cannot exhaust memory. */
  readonly limit: number;
  readonly onCommit?: (namespace: Namespace, edits: readonly Edit[]) => void;
}

/** All databases of one emulator, each created on first use. */
export class Namespaces {
  readonly #options: NamespacesOptions;
  readonly #byName = new Map<string, Namespace>();
  /** Test namespaces whose databases reject every write; undefined for the databases outside any. */
  readonly #rejecting = new Set<string | undefined>();

  constructor(options: NamespacesOptions) {
    this.#options = options;
  }

  get(name: string): Namespace {
    const existing = this.#byName.get(name);
    if (existing) return existing;
    if (!NAME.test(name)) throw new DatabaseError('invalid_namespace', 'Invalid namespace');
    if (this.#byName.size >= this.#options.limit) {
      throw new DatabaseError('too_many_namespaces', `There are ${this.#options.limit} namespaces already`);
    }
    const testNamespace = readDatabaseName(name)?.namespace;
    const namespace: Namespace = new Namespace(name, this.#options.rulesFor(name), {
      onCommit: (edits) => this.#options.onCommit?.(namespace, edits),
      rejectsWrites: () => this.rejectsWrites(testNamespace),
    });
    this.#byName.set(name, namespace);
    return namespace;
  }

  rejectsWrites(testNamespace: string | undefined): boolean {
    return this.#rejecting.has(testNamespace);
  }

  rejectWrites(testNamespace: string | undefined, reject: boolean): void {
    if (reject) this.#rejecting.add(testNamespace);
    else this.#rejecting.delete(testNamespace);
  }

  all(): Namespace[] {
    return [...this.#byName.values()];
  }
}
