import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { Journal } from '@outharbor/emulator-kit/journal';
import { moveFile } from '@outharbor/emulator-kit/replace-file';
import type { DataNode } from '../tree/data-node.ts';
import { fromJson } from '../tree/from-json.ts';
import { toExportJson } from '../tree/to-json.ts';
import { applyEdits, type Edit } from '../tree/write-request.ts';

/** A path and its value after the write, as exported JSON. */
type LoggedEdit = readonly [path: readonly string[], value: string];

/**
 * The writes that no state file contains yet. Each replaces the values at its paths, so a state that already has some of
 * them ends up the same when all are replayed.
 */
export class WriteLog {
  readonly #path: string;
  readonly #aside: string;
  readonly #journal: Journal<readonly LoggedEdit[]>;

  constructor(stateFile: string) {
    this.#path = `${stateFile}.writes`;
    this.#aside = `${this.#path}-aside`;
    this.#journal = new Journal(this.#path);
  }

  get exists(): boolean {
    return existsSync(this.#path) || existsSync(this.#aside);
  }

  append(edits: readonly Edit[]): void {
    this.#journal.append(edits.map(({ path, after }) => [path, toExportJson(after)]));
  }

  replay(root: DataNode): DataNode {
    let latest = root;
    for (const path of [this.#aside, this.#path]) {
      for (const edits of new Journal<readonly LoggedEdit[]>(path).read()) {
        latest = applyEdits(
          latest,
          edits.map(([path, value]) => ({
            path,
            before: null,
            after: fromJson(JSON.parse(value), null, { now: 0, depth: 0 }),
          })),
        );
      }
    }
    return latest;
  }

  /** Starts a new log. The former one is kept until the state that contains its writes is on disk. */
  setAside(): void {
    if (!existsSync(this.#path)) return;
    if (!existsSync(this.#aside)) {
      moveFile(this.#path, this.#aside);
      return;
    }
    // An earlier save failed.
    appendFileSync(this.#aside, readFileSync(this.#path));
    rmSync(this.#path);
  }

  forgetAside(): void {
    rmSync(this.#aside, { force: true });
  }
}
