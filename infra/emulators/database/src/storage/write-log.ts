import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { Journal } from '@outharbor/emulator-kit/journal';
import { moveFile } from '@outharbor/emulator-kit/replace-file';
import type { DataNode } from '../tree/data-node.ts';
import { fromJson } from '../tree/from-json.ts';
import { toExportJson } from '../tree/to-json.ts';
import { applyEdits, type Edit } from '../tree/write-request.ts';

/** A path and its value after the write, as exported JSON. */
type LoggedEdit = readonly [path: readonly string[], value: string];

export type WriteLog = ReturnType<typeof writeLog>;

/**
 * The writes that no state file contains yet. Each replaces the values at its paths, so a state that already has some of
 * them ends up the same when all are replayed.
 */
export function writeLog(stateFile: string) {
  const path = `${stateFile}.writes`;
  const aside = `${path}-aside`;
  const journal = new Journal<readonly LoggedEdit[]>(path);
  return {
    exists: (): boolean => existsSync(path) || existsSync(aside),
    append: (edits: readonly Edit[]): void =>
      journal.append(edits.map(({ path: at, after }) => [at, toExportJson(after)])),
    replay: (root: DataNode): DataNode => {
      let latest = root;
      for (const file of [aside, path]) {
        for (const edits of new Journal<readonly LoggedEdit[]>(file).read()) {
          latest = applyEdits(
            latest,
            edits.map(([at, value]) => ({
              path: at,
              before: null,
              after: fromJson(JSON.parse(value), null, { now: 0, depth: 0 }),
            })),
          );
        }
      }
      return latest;
    },
    /** Starts a new log. The former one is kept until the state that contains its writes is on disk. */
    setAside: (): void => {
      if (!existsSync(path)) return;
      if (!existsSync(aside)) {
        moveFile(path, aside);
        return;
      }
      // An earlier save failed.
      appendFileSync(aside, readFileSync(path));
      rmSync(path);
    },
    forgetAside: (): void => rmSync(aside, { force: true }),
  };
}
