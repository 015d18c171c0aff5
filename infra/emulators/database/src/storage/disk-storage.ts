import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileName, toFileName } from '@outharbor/emulator-kit/file-name';
import { type PacedSaves, paceSaves } from '@outharbor/emulator-kit/paced-saves';
import type { Namespace } from '../namespace/namespace.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { DataNode } from '../tree/data-node.ts';
import type { Edit } from '../tree/write-request.ts';
import { readStateFile, writeStateFile } from './state-file.ts';
import { WriteLog } from './write-log.ts';

const SUFFIX = '.rtdb';
const FILE = /^([^.]+)\.rtdb(?:\.writes(?:-aside)?)?$/;

/** Stores each namespace in its own file, and the writes since then in a log beside it. A crash loses none. */
export class DiskStorage {
  readonly #directory: string;
  readonly #saves: PacedSaves;
  readonly #dirty = new Set<Namespace>();
  readonly #logs = new Map<string, WriteLog>();
  #isLoading = false;

  constructor(directory: string, intervalMs: number, onFailure: (error: Error) => void) {
    this.#directory = directory;
    // The log has what is not saved yet, so a pause loses nothing.
    this.#saves = paceSaves(() => this.#writeDirty(), { delayMs: intervalMs, pause: 9, onFailure });
  }

  async load(namespaces: Namespaces): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const roots = new Map<string, DataNode>();
    for (const name of await this.#listNames()) {
      const state = readStateFile(this.#filePath(name), name);
      roots.set(name, this.#openLog(name).replay(state?.root ?? null));
    }
    this.#isLoading = true;
    for (const [name, root] of roots) namespaces.get(name).replaceRoot(root);
    this.#isLoading = false;
    for (const namespace of namespaces.all()) {
      if (this.#openLog(namespace.name).exists) this.#dirty.add(namespace);
    }
    await this.flush();
  }

  /** Logs the edits of a write that is about to be committed. */
  log(namespace: Namespace, edits: readonly Edit[]): void {
    if (this.#isLoading) return;
    this.#openLog(namespace.name).append(edits);
    this.#markDirty(namespace);
  }

  #markDirty(namespace: Namespace): void {
    this.#dirty.add(namespace);
    this.#saves.changed();
  }

  flush(): Promise<void> {
    return this.#saves.flush();
  }

  async #writeDirty(): Promise<void> {
    for (const namespace of [...this.#dirty]) {
      this.#dirty.delete(namespace);
      const log = this.#openLog(namespace.name);
      try {
        log.setAside();
        await writeStateFile(this.#filePath(namespace.name), namespace.name, namespace.root);
        log.forgetAside();
      } catch (error) {
        this.#markDirty(namespace);
        throw error;
      }
    }
  }

  /** The names of the databases that have files. */
  async #listNames(): Promise<Set<string>> {
    const files = await readdir(this.#directory);
    return new Set(
      files.flatMap((file) => {
        return readFileName(FILE.exec(file)?.[1] ?? '') ?? [];
      }),
    );
  }

  #filePath(name: string): string {
    return join(this.#directory, `${toFileName(name)}${SUFFIX}`);
  }

  #openLog(name: string): WriteLog {
    const log = this.#logs.get(name) ?? new WriteLog(this.#filePath(name));
    this.#logs.set(name, log);
    return log;
  }
}
