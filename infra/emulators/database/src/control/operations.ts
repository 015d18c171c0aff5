import { readDatabaseName } from '../namespace/database-name.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { Network } from '../network.ts';
import { coverageOf } from '../rules/coverage.ts';
import type { DiskStorage } from '../storage/disk-storage.ts';
import { toExportJson } from '../tree/to-json.ts';
import type { DatabaseControl } from './control-types.ts';

interface Parts {
  readonly namespaces: Namespaces;
  readonly network: Network;
  readonly storage: DiskStorage | undefined;
}

/** The operations on the databases of one namespace; without a name, on those outside any. */
export function operationsOf({ namespaces, network, storage }: Parts, name?: string): DatabaseControl {
  const databases = () => namespaces.all().filter((each) => namespaceOf(each.name) === name);
  return {
    health: () => ({ sessions: network.sessions, namespaces: namespaces.all().length }),
    reset: async (database) => {
      const single = database !== undefined && name === undefined;
      for (const each of single ? [namespaces.get(database)] : databases()) each.replaceRoot(null);
    },
    settle: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await storage?.flush();
    },
    state: async () =>
      Object.fromEntries(databases().map((each) => [each.name, JSON.parse(toExportJson(each.root))])),
    coverage: () => Object.fromEntries(databases().map((each) => [each.name, coverageOf(each.ruleSet.root)])),
  };
}

export function namespaceOf(database: string): string | undefined {
  return readDatabaseName(database)?.namespace ?? undefined;
}
