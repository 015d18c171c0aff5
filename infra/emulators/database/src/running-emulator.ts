import { type FSWatcher, readFileSync } from 'node:fs';
import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import { createControlServer } from '@outharbor/emulator-kit/control-server';
import { type Address, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { requireNamespaceName } from '@outharbor/emulator-kit/namespace-name';
import { OPERATIONS, ROUTES } from './control/control-routes.ts';
import type { ByDatabase, DatabaseControl } from './control/control-types.ts';
import { type DelayedListener, listenDelayed } from './delayed-listener.ts';
import { readDatabaseName } from './namespace/database-name.ts';
import type { Namespace } from './namespace/namespace.ts';
import { Namespaces } from './namespace/namespaces.ts';
import { compileRules } from './namespace/rules-source.ts';
import { Network } from './network.ts';
import type { Settings } from './options.ts';
import { coverageOf, type RuleCoverage } from './rules/coverage.ts';
import { RulesByNamespace } from './rules-by-namespace.ts';
import { watchRulesFile } from './rules-file.ts';
import { DiskStorage } from './storage/disk-storage.ts';
import { toExportJson } from './tree/to-json.ts';

export interface DatabaseEmulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** URL of the control interface; undefined when it is disabled. */
  readonly controlUrl: string | undefined;
  /** The number of connected clients, by socket or long polling. */
  readonly sessions: number;
  /** Sets the rules of one database, or of all current and future ones. Throws a RulesError. */
  setRules(rules: string | object, namespace?: string): void;
  /** Sets how many clients each database accepts; connected clients stay. */
  limitConnections(limit: number): void;
  /** How often each rule had which result, by database. */
  coverage(): ByDatabase<readonly RuleCoverage[]>;
  /** Empties one database, or all outside namespaces (`…_ns_<name>`). Connected clients see the change. */
  reset(database?: string): Promise<void>;
  /** Resolves when all accepted writes have been handed to the sockets and are on disk. */
  settle(): Promise<void>;
  /** The data of all databases outside namespaces, in the export format. */
  state(): Promise<ByDatabase<unknown>>;
  /** The handle for the databases of all projects whose id ends in `_ns_<name>`. */
  namespace(name: string): DatabaseNamespace;
  /** Closes all connections, performs their onDisconnect writes, and saves the state. */
  close(): Promise<void>;
}

export type DatabaseNamespace = InNamespace<DatabaseControl>;

/** Wires the parts of one emulator together. */
export class RunningEmulator implements DatabaseEmulator {
  readonly #settings: Settings;
  readonly #rules: RulesByNamespace;
  readonly #storage: DiskStorage | undefined;
  readonly #namespaces: Namespaces;
  readonly #network: Network;
  readonly #control = createControlServer<DatabaseControl, 'health'>({
    defaultTarget: this,
    namespaces: {
      open: (name) => this.namespace(name),
      remove: (name) => this.namespace(name).close(),
      names: () => this.#namespaceNames(),
    },
    operations: OPERATIONS,
    routes: ROUTES,
  });
  #delayed: DelayedListener | undefined;
  #watcher: FSWatcher | undefined;
  #address: Address = { url: '', host: '', port: 0 };
  #controlAddress: Address | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#rules = new RulesByNamespace(
      settings.rulesFile ? readFileSync(settings.rulesFile, 'utf8') : settings.rules,
    );
    this.#storage = storageOf(settings);
    this.#namespaces = new Namespaces({
      rulesFor: (name) => this.#rules.for(name),
      limit: settings.maxNamespaces,
      onCommit: (namespace) => this.#storage?.markDirty(namespace),
    });
    this.#network = new Network(this.#namespaces, settings);
  }

  get url(): string {
    return this.#address.url;
  }

  get host(): string {
    return this.#address.host;
  }

  get port(): number {
    return this.#address.port;
  }

  get controlUrl(): string | undefined {
    return this.#controlAddress?.url;
  }

  get sessions(): number {
    return this.#network.sessions;
  }

  /** Leaves nothing open when it fails. */
  async open(): Promise<void> {
    const { host, controlPort, rulesFile } = this.#settings;
    try {
      await this.#storage?.load(this.#namespaces);
      this.#address = await this.#listen();
      if (controlPort !== undefined) this.#controlAddress = await listenOn(this.#control, controlPort, host);
      if (rulesFile) this.#watcher = this.#watch(rulesFile);
      this.#settings.tokenAuthority?.start?.();
    } catch (error) {
      await this.#stop();
      throw error;
    }
  }

  health(): object {
    return { sessions: this.sessions, namespaces: this.#namespaces.all().length };
  }

  setRules(text: string | object, namespace?: string): void {
    this.#rules.set(compileRules(text), namespace);
    for (const each of this.#namespaces.all()) {
      if (namespace === undefined || each.name === namespace) each.setRules(this.#rules.for(each.name));
    }
  }

  limitConnections(limit: number): void {
    this.#network.limitConnections(limit);
  }

  coverage(): ByDatabase<readonly RuleCoverage[]> {
    return coverageIn(this.#namespaces.all());
  }

  async reset(database?: string): Promise<void> {
    for (const each of database === undefined ? this.#in(null) : [this.#namespaces.get(database)])
      each.replaceRoot(null);
  }

  async state(): Promise<ByDatabase<unknown>> {
    return dataIn(this.#in(null));
  }

  namespace(name: string): DatabaseNamespace {
    requireNamespaceName(name);
    const reset = async () => {
      for (const each of this.#in(name)) each.replaceRoot(null);
    };
    return {
      health: () => this.health(),
      reset,
      settle: () => this.settle(),
      state: async () => dataIn(this.#in(name)),
      coverage: () => coverageIn(this.#in(name)),
      close: reset,
    };
  }

  /** The databases in a namespace, or outside any. */
  #in(namespace: string | null): Namespace[] {
    return this.#namespaces.all().filter(({ name }) => namespaceOf(name) === namespace);
  }

  #namespaceNames(): string[] {
    return [...new Set(this.#namespaces.all().flatMap(({ name }) => namespaceOf(name) ?? []))];
  }

  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.#storage?.flush();
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.#storage?.close();
  }

  async #listen(): Promise<Address> {
    const { host, port, latencyMs } = this.#settings;
    if (latencyMs === 0) return listenOn(this.#network.server, port, host);
    const behind = await listenOn(this.#network.server, 0, '127.0.0.1');
    this.#delayed = await listenDelayed(behind, { port, host, ms: latencyMs });
    return this.#delayed.address;
  }

  async #stop(): Promise<void> {
    this.#watcher?.close();
    this.#network.endConnections();
    await this.#delayed?.close();
    await stopListening(this.#network.server);
    await stopListening(this.#control);
  }

  #watch(rulesFile: string): FSWatcher {
    return watchRulesFile(
      rulesFile,
      (text) => this.setRules(text),
      (error) => this.#settings.onWarning(`the rules stay as they were: ${error.message}`),
    );
  }
}

function namespaceOf(database: string): string | null {
  return readDatabaseName(database)?.namespace ?? null;
}

function dataIn(databases: readonly Namespace[]): ByDatabase<unknown> {
  return Object.fromEntries(databases.map(({ name, root }) => [name, JSON.parse(toExportJson(root))]));
}

function coverageIn(databases: readonly Namespace[]): ByDatabase<readonly RuleCoverage[]> {
  return Object.fromEntries(databases.map(({ name, ruleSet }) => [name, coverageOf(ruleSet.root)]));
}

function storageOf({ dataDir, saveIntervalMs, onWarning }: Settings): DiskStorage | undefined {
  if (!dataDir) return undefined;
  return new DiskStorage(dataDir, saveIntervalMs, (error) => {
    onWarning(`the state could not be saved: ${error.message}`);
  });
}
