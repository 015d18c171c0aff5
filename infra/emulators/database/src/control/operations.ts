import { anyObject, flag } from '@outharbor/emulator-kit/json-reader';
import { type SavedState, STATE_VERSION, savedContent } from '@outharbor/emulator-kit/saved-state';
import { readDatabaseName } from '../namespace/database-name.ts';
import type { Namespace } from '../namespace/namespace.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { openNetwork } from '../network.ts';
import { measureCoverage } from '../rules/rule-node.ts';
import type { DiskStorage } from '../storage/disk-storage.ts';
import { fromJson } from '../tree/from-json.ts';
import { toExportJson } from '../tree/to-json.ts';
import type { DatabaseControl } from './control-types.ts';

interface Parts {
  readonly namespaces: Namespaces;
  readonly network: ReturnType<typeof openNetwork>;
  readonly storage: DiskStorage | undefined;
}

interface SavedDatabases {
  /** In the export format, by name. */
  readonly databases: Readonly<Record<string, unknown>>;
  readonly rejectWrites: boolean;
}

const SERVICE = 'database';

/** The operations on the databases of one namespace; without a name, on those outside any. */
export function controlDatabase({ namespaces, network, storage }: Parts, name?: string): DatabaseControl {
  const databases = () => namespaces.all().filter((each) => findNamespace(each.name) === name);
  const byName = <T>(read: (database: Namespace) => T) =>
    Object.fromEntries(databases().map((each) => [each.name, read(each)]));
  const exported = () => byName(({ root }) => JSON.parse(toExportJson(root)) as unknown);
  return {
    health: () => ({ sessions: network.sessions.size, namespaces: namespaces.all().length }),
    reset: async (database) => {
      const single = database !== undefined && name === undefined;
      for (const each of single ? [namespaces.get(database)] : databases()) each.replaceRoot(null);
      namespaces.rejectWrites(name, false);
    },
    switches: async () => ({ rejectWrites: namespaces.rejectsWrites(name) }),
    setSwitches: async ({ rejectWrites = namespaces.rejectsWrites(name) }) => {
      namespaces.rejectWrites(name, rejectWrites);
      return { rejectWrites };
    },
    settle: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await storage?.flush();
    },
    saveState: async () => ({
      service: SERVICE,
      version: STATE_VERSION,
      content: { databases: exported(), rejectWrites: namespaces.rejectsWrites(name) },
    }),
    checkState: async (saved) => void readSaved(saved, name),
    loadState: async (saved) => {
      const { roots, rejectWrites } = readSaved(saved, name);
      for (const each of databases()) each.replaceRoot(null);
      for (const [database, root] of roots) namespaces.get(database).replaceRoot(root);
      namespaces.rejectWrites(name, rejectWrites);
    },
    state: async () => exported(),
    coverage: () => byName(({ ruleSet }) => measureCoverage(ruleSet.root)),
  };
}

/** Throws a RangeError for a state that is damaged or of another namespace. */
function readSaved(saved: SavedState, name: string | undefined) {
  const { databases, rejectWrites } = savedContent<SavedDatabases>(saved, SERVICE);
  const roots = Object.entries(anyObject(databases, 'databases')).map(([database, json]) => {
    if (findNamespace(database) !== name)
      throw new RangeError(`the database ${database} is not of this namespace`);
    return [database, readRoot(database, json)] as const;
  });
  return { roots, rejectWrites: flag(rejectWrites, 'rejectWrites') };
}

function readRoot(database: string, json: unknown) {
  try {
    return fromJson(json, null, { now: Date.now(), depth: 0 });
  } catch (cause) {
    throw new RangeError(`the database ${database} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

export function findNamespace(database: string): string | undefined {
  return readDatabaseName(database)?.namespace ?? undefined;
}
