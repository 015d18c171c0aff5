import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import {
  type ControlServerOptions,
  createControlServer,
  health,
} from '@outharbor/emulator-kit/control-server';
import { type Address, listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { requireNamespaceName } from '@outharbor/emulator-kit/namespace-name';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { inStateFolder } from '@outharbor/emulator-kit/state-folder';
import { OPERATIONS } from './control/control-routes.ts';
import type { DatabaseControl } from './control/control-types.ts';
import { controlDatabase, findNamespace } from './control/operations.ts';
import { type DelayedListener, listenDelayed } from './delayed-listener.ts';
import { Namespaces } from './namespace/namespaces.ts';
import { openNetwork } from './network.ts';
import { type DatabaseEmulatorOptions, type Settings, withDefaults } from './options.ts';
import { rulesByNamespace } from './rules-by-namespace.ts';
import { watchRulesFile } from './rules-file.ts';
import { type DiskStorage, diskStorage } from './storage/disk-storage.ts';

export type { DatabaseEmulatorOptions } from './options.ts';

/** The handle of all databases outside namespaces, `…_ns_<name>`. */
export interface DatabaseEmulator extends Omit<DatabaseControl, 'health'>, Address {
  /** Undefined when the control interface is disabled. */
  readonly controlUrl: string | undefined;
  readonly sessions: number;
  /** Sets the rules of one database, or of all current and future ones. Throws a RulesError. */
  setRules(rules: string | object, database?: string): void;
  limitConnections(limit: number): void;
  /** The handle of the databases of all projects whose id ends in `_ns_<name>`. */
  namespace(name: string): DatabaseNamespace;
  /** Closes all connections, performs their onDisconnect writes, and saves the state. */
  close(): Promise<void>;
}

export type DatabaseNamespace = InNamespace<DatabaseControl>;

const PATIENCE_MS = 3000;

/** Starts an emulator. Throws if a port is in use, the rules do not load or saved state is invalid. */
export function startDatabaseEmulator(options: DatabaseEmulatorOptions = {}): Promise<DatabaseEmulator> {
  return inStateFolder(options.dataDir || undefined, () => start(withDefaults(options)));
}

async function start(settings: Settings): Promise<DatabaseEmulator> {
  const { host, controlPort, rulesFile, allowedHosts, onWarning } = settings;
  const rules = rulesByNamespace(rulesFile ? readFileSync(rulesFile, 'utf8') : settings.rules);
  const storage = openStorage(settings);
  const namespaces = new Namespaces({
    rulesFor: rules.for,
    limit: settings.maxNamespaces,
    onCommit: (namespace, edits) => storage?.log(namespace, edits),
  });
  const requests = new RequestLog();
  const network = openNetwork(namespaces, settings, requests);
  const parts = { namespaces, network, storage };
  const operations = controlDatabase(parts);
  const setRules = (text: string | object, database?: string) =>
    rules.replace(text, database, namespaces.all());
  const namespace = (name: string): DatabaseNamespace => {
    const own = controlDatabase(parts, requireNamespaceName(name));
    return { ...own, close: () => own.reset() };
  };
  const control = createControl(operations, namespaces, namespace, { requests, allowedHosts });
  let listener: DelayedListener | undefined;
  let watcher: { close(): void } | undefined;
  const stop = async (): Promise<void> => {
    watcher?.close();
    network.endConnections();
    await listener?.close();
    await stopListening(network.server);
    await stopListening(control);
  };
  try {
    await storage?.load(namespaces);
    await startVerifying(settings);
    listener = await listenDelayed(network.server, settings);
    const controlAddress = controlPort === undefined ? undefined : await listenOn(control, controlPort, host);
    if (rulesFile) {
      watcher = watchRulesFile(rulesFile, setRules, ({ message }) =>
        onWarning(`the rules stay as they were: ${message}`),
      );
    }
    return {
      ...operations,
      ...listener.address,
      controlUrl: controlAddress?.url,
      get sessions() {
        return network.sessions.size;
      },
      setRules,
      limitConnections: (limit) => {
        network.sessions.connectionLimit = limit;
      },
      namespace,
      close: async () => {
        await stop();
        await storage?.flush();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openStorage({ dataDir, saveIntervalMs, onWarning }: Settings): DiskStorage | undefined {
  if (!dataDir) return undefined;
  return diskStorage(dataDir, saveIntervalMs, ({ message }) =>
    onWarning(`the state could not be saved: ${message}`),
  );
}

/** Listens only once it can verify tokens, so that the first good one is accepted. */
async function startVerifying({ tokenAuthority, onWarning }: Settings): Promise<void> {
  const waits = setTimeout(() => onWarning('waiting for the keys of the identity emulator'), PATIENCE_MS);
  await tokenAuthority?.start?.();
  clearTimeout(waits);
}

function createControl(
  defaultTarget: DatabaseControl,
  namespaces: Namespaces,
  namespace: DatabaseEmulator['namespace'],
  shared: Pick<ControlServerOptions<DatabaseControl, 'health'>, 'requests' | 'allowedHosts'>,
): Server {
  return createControlServer<DatabaseControl, 'health'>({
    ...shared,
    defaultTarget,
    namespaces: {
      open: namespace,
      remove: (name) => namespace(name).close(),
      names: () => [...new Set(namespaces.all().flatMap(({ name }) => findNamespace(name) ?? []))],
    },
    operations: OPERATIONS,
    routes: {
      'GET health': (target) => health(target.health()),
      'POST reset': (target, { query }) => target.reset(query.get('ns') ?? undefined),
    },
  });
}
