import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { createControlServer } from './control-server.ts';
import { listenOn, stopListening } from './listening.ts';
import { PollServer } from './long-poll/poll-server.ts';
import { Namespaces } from './namespace/namespaces.ts';
import { compileRules } from './namespace/rules-source.ts';
import { type DatabaseEmulatorOptions, type Settings, withDefaults } from './options.ts';
import { SessionStore } from './protocol/session-store.ts';
import { SocketServer } from './protocol/socket-server.ts';
import { RestServer } from './rest/rest-server.ts';
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
  /** Sets the rules of one namespace, or of all and of those to come. Throws a RulesError. */
  setRules(rules: string | object, namespace?: string): void;
  /** How often each rule came out which way, by namespace. */
  coverage(): Record<string, RuleCoverage[]>;
  /** Drops all data. Connections stay and see it go. */
  reset(): Promise<void>;
  /** Resolves when everything accepted so far has been handed to its sockets and is on disk. */
  settle(): Promise<void>;
  /** Ends all connections, makes the writes they left for that, and saves the state. */
  close(): Promise<void>;
}

/** Starts an emulator; throws when a port is taken, rules do not load or saved state cannot be trusted. */
export async function startDatabaseEmulator(
  options: DatabaseEmulatorOptions = {},
): Promise<DatabaseEmulator> {
  const settings = withDefaults(options);
  const rules = new RulesByNamespace(initialRules(settings));
  const storage = storageOf(settings);
  const namespaces = new Namespaces({
    rulesFor: (name) => rules.for(name),
    limit: settings.maxNamespaces,
    ...(storage && { onCommit: (namespace) => storage.markDirty(namespace) }),
  });
  await storage?.load(namespaces);

  const setRules = (text: string | object, namespace?: string): void => {
    const compiled = compileRules(text);
    rules.set(compiled, namespace);
    for (const each of namespaces.all()) {
      if (namespace === undefined || each.name === namespace) each.setRules(rules.for(each.name));
    }
  };
  const coverage = (): Record<string, RuleCoverage[]> =>
    Object.fromEntries(namespaces.all().map(({ name, ruleSet }) => [name, coverageOf(ruleSet.root)]));
  const reset = async (): Promise<void> => {
    for (const namespace of namespaces.all()) namespace.replaceRoot(null);
  };
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await storage?.flush();
  };

  const network = createNetwork(namespaces, settings);
  const watcher = settings.rulesFile
    ? watchRulesFile(settings.rulesFile, setRules, (error) => {
        settings.onWarning(`the rules stay as they were: ${error.message}`);
      })
    : undefined;
  const control = createControlServer({ health: network.health, reset, settle, coverage });
  const address = await listenOn(network.server, settings.port, settings.host);
  const controlAddress =
    settings.controlPort === undefined
      ? undefined
      : await listenOn(control, settings.controlPort, settings.host);

  return {
    ...address,
    controlUrl: controlAddress?.url,
    setRules,
    coverage,
    reset,
    settle,
    async close() {
      watcher?.close();
      network.endConnections();
      await stopListening(network.server);
      if (controlAddress) await stopListening(control);
      await storage?.close();
    },
  };
}

interface Network {
  readonly server: Server;
  health(): unknown;
  endConnections(): void;
}

function createNetwork(namespaces: Namespaces, settings: Settings): Network {
  const sessions = new SessionStore();
  const polls = new PollServer({ namespaces, sessions, ...settings });
  const sockets = new SocketServer({ namespaces, sessions, polls, ...settings });
  const rest = new RestServer(namespaces, settings);
  const server = createServer((request, response) => {
    const url = urlOf(request);
    if (!url) response.writeHead(400).end();
    else if (url.pathname === '/.lp') polls.handle(request, response, url.searchParams);
    else void rest.handle(request, response, url);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const url = urlOf(request);
    if (url?.pathname === '/.ws') sockets.upgrade(request, socket as Socket, head, url);
    else socket.destroy();
  });
  return {
    server,
    health: () => ({ status: 'ok', sessions: sessions.size, namespaces: namespaces.all().length }),
    endConnections() {
      sessions.endAll();
      polls.stop();
      sockets.close();
    },
  };
}

function initialRules(settings: Settings): Settings['rules'] {
  return settings.rulesFile ? readFileSync(settings.rulesFile, 'utf8') : settings.rules;
}

function storageOf(settings: Settings): DiskStorage | undefined {
  if (!settings.dataDir) return undefined;
  return new DiskStorage(settings.dataDir, settings.saveIntervalMs, (error) => {
    settings.onWarning(`the state could not be saved: ${error.message}`);
  });
}

/** Null for an address that is none, which a client can send as well. */
function urlOf(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '/', 'http://emulator');
}
