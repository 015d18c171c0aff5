import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Namespace } from '../namespace/namespace.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { DataNode } from '../tree/data-node.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

const SUFFIX = '.rtdb';

/** Stores each namespace in its own file. A crash loses at most the writes of the last interval. */
export class DiskStorage {
  readonly #directory: string;
  readonly #intervalMs: number;
  readonly #onFailure: (error: Error) => void;
  readonly #dirty = new Set<Namespace>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lastDurationMs = 0;

  constructor(directory: string, intervalMs: number, onFailure: (error: Error) => void) {
    this.#directory = directory;
    this.#intervalMs = intervalMs;
    this.#onFailure = onFailure;
  }

  async load(namespaces: Namespaces): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const roots = new Map<string, DataNode>();
    for (const file of await readdir(this.#directory)) {
      if (!file.endsWith(SUFFIX)) continue;
      const name = file.slice(0, -SUFFIX.length);
      const state = readStateFile(this.#fileOf(name), name);
      if (state) roots.set(name, state.root);
    }
    for (const [name, root] of roots) namespaces.get(name).replaceRoot(root);
    this.#dirty.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  markDirty(namespace: Namespace): void {
    this.#dirty.add(namespace);
    if (this.#timer) return;
    // A change may have to wait for a running save before its own, so both durations are subtracted.
    const delay = Math.max(0, this.#intervalMs - 2 * this.#lastDurationMs);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch(this.#onFailure);
    }, delay).unref();
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(
      () => this.#writeDirty(),
      () => this.#writeDirty(),
    );
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #writeDirty(): Promise<void> {
    const started = performance.now();
    for (const namespace of [...this.#dirty]) {
      this.#dirty.delete(namespace);
      try {
        await writeStateFile(this.#fileOf(namespace.name), namespace.name, namespace.root);
      } catch (error) {
        this.markDirty(namespace);
        throw error;
      }
    }
    this.#lastDurationMs = performance.now() - started;
  }

  #fileOf(name: string): string {
    return join(this.#directory, `${name}${SUFFIX}`);
  }
}
