import { type FSWatcher, readFileSync } from 'node:fs';
import { type Address, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { createControlServer } from './control-server.ts';
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

export interface DatabaseEmulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Address of the control routes, when they were asked for. */
  readonly controlUrl: string | undefined;
  /** How many clients are connected now, by socket or by long polling. */
  readonly sessions: number;
  /** Sets the rules of one namespace, or of all and of those to come. Throws a RulesError. */
  setRules(rules: string | object, namespace?: string): void;
  /** How many clients each namespace takes from now on; those that are connected stay. */
  limitConnections(limit: number): void;
  /** How often each rule came out which way, by namespace. */
  coverage(): Record<string, RuleCoverage[]>;
  /**
   * Drops the data of one database, or of all but those in a namespace, `…_ns_<name>`, which are named.
   * Connections stay and see it go.
   */
  reset(namespace?: string): Promise<void>;
  /** Resolves when everything accepted so far has been handed to its sockets and is on disk. */
  settle(): Promise<void>;
  /** Ends all connections, makes the writes they left for that, and saves the state. */
  close(): Promise<void>;
}

/** All parts of one emulator, wired together. */
export class RunningEmulator implements DatabaseEmulator {
  readonly #settings: Settings;
  readonly #rules: RulesByNamespace;
  readonly #storage: DiskStorage | undefined;
  readonly #namespaces: Namespaces;
  readonly #network: Network;
  readonly #control = createControlServer(this);
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

  /** Nothing stays open when it fails. */
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

  health(): unknown {
    return { status: 'ok', sessions: this.sessions, namespaces: this.#namespaces.all().length };
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

  coverage(): Record<string, RuleCoverage[]> {
    return Object.fromEntries(
      this.#namespaces.all().map(({ name, ruleSet }) => [name, coverageOf(ruleSet.root)]),
    );
  }

  async reset(namespace?: string): Promise<void> {
    const chosen = namespace === undefined ? this.#shared() : [this.#namespaces.get(namespace)];
    for (const each of chosen) each.replaceRoot(null);
  }

  /** The databases that are in no namespace of a worker. */
  #shared(): Namespace[] {
    return this.#namespaces.all().filter(({ name }) => readDatabaseName(name) === null);
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

function storageOf({ dataDir, saveIntervalMs, onWarning }: Settings): DiskStorage | undefined {
  if (!dataDir) return undefined;
  return new DiskStorage(dataDir, saveIntervalMs, (error) => {
    onWarning(`the state could not be saved: ${error.message}`);
  });
}
