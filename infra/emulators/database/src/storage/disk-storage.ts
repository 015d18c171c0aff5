import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileName, toFileName } from '@outharbor/emulator-kit/file-name';
import { paceSaves } from '@outharbor/emulator-kit/paced-saves';
import type { Namespace } from '../namespace/namespace.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { DataNode } from '../tree/data-node.ts';
import type { Edit } from '../tree/write-request.ts';
import { readStateFile, writeStateFile } from './state-file.ts';
import { type WriteLog, writeLog } from './write-log.ts';

const SUFFIX = '.rtdb';
const FILE = /^([^.]+)\.rtdb(?:\.writes(?:-aside)?)?$/;

export type DiskStorage = ReturnType<typeof diskStorage>;

/** Stores each namespace in its own file, and the writes since then in a log beside it. A crash loses none. */
export function diskStorage(directory: string, delayMs: number, onFailure: (error: Error) => void) {
  const dirty = new Set<Namespace>();
  const logs = new Map<string, WriteLog>();
  let isLoading = false;
  const filePath = (name: string): string => join(directory, `${toFileName(name)}${SUFFIX}`);
  const openLog = (name: string): WriteLog => {
    const log = logs.get(name) ?? writeLog(filePath(name));
    logs.set(name, log);
    return log;
  };
  const markDirty = (namespace: Namespace): void => {
    dirty.add(namespace);
    saves.changed();
  };
  const writeDirty = async (): Promise<void> => {
    for (const namespace of [...dirty]) {
      dirty.delete(namespace);
      const log = openLog(namespace.name);
      try {
        log.setAside();
        await writeStateFile(filePath(namespace.name), namespace.name, namespace.root);
        log.forgetAside();
      } catch (error) {
        markDirty(namespace);
        throw error;
      }
    }
  };
  // The log has what is not saved yet, so a pause loses nothing.
  const saves = paceSaves(writeDirty, { delayMs, pause: 9, onFailure });
  return {
    load: async (namespaces: Namespaces): Promise<void> => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const files = await readdir(directory);
      const names = new Set(files.flatMap((file) => readFileName(FILE.exec(file)?.[1] ?? '') ?? []));
      const roots = new Map<string, DataNode>();
      for (const name of names) {
        const state = readStateFile(filePath(name), name);
        roots.set(name, openLog(name).replay(state?.root ?? null));
      }
      isLoading = true;
      for (const [name, root] of roots) namespaces.get(name).replaceRoot(root);
      isLoading = false;
      for (const namespace of namespaces.all()) if (openLog(namespace.name).exists()) dirty.add(namespace);
      await saves.flush();
    },
    /** Logs the edits of a write that is about to be committed. */
    log: (namespace: Namespace, edits: readonly Edit[]): void => {
      if (isLoading) return;
      openLog(namespace.name).append(edits);
      markDirty(namespace);
    },
    flush: (): Promise<void> => saves.flush(),
  };
}
