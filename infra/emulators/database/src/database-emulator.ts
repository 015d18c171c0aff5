import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Namespaces } from './namespace/namespaces.ts';
import { compileRules } from './namespace/rules-source.ts';
import { type DatabaseEmulatorOptions, rulesByNamespace, withDefaults } from './options.ts';
import { SessionStore } from './protocol/session-store.ts';
import { SocketServer } from './protocol/socket-server.ts';
import { RestServer } from './rest/rest-server.ts';

export interface DatabaseEmulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Sets the rules of one namespace, or of all and of those to come. Throws a RulesError. */
  setRules(rules: string | object, namespace?: string): void;
  /** Drops all data. Connections stay and see it go. */
  reset(): Promise<void>;
  /** Resolves when everything accepted so far is on its way to clients and on disk. */
  settle(): Promise<void>;
  /** Ends all connections, runs what they left for that, and writes the state. */
  close(): Promise<void>;
}

export async function startDatabaseEmulator(
  options: DatabaseEmulatorOptions = {},
): Promise<DatabaseEmulator> {
  const settings = withDefaults(options);
  const rules = rulesByNamespace(settings.rules);
  const namespaces = new Namespaces({ rulesFor: (name) => rules.for(name), limit: settings.maxNamespaces });
  const sessions = new SessionStore();
  const sockets = new SocketServer({ namespaces, sessions, ...settings });
  const rest = new RestServer(namespaces);
  const server = createServer((request, response) => {
    void rest.handle(request, response, urlOf(request));
  });
  server.on('upgrade', (request, socket, head) => {
    const url = urlOf(request);
    if (url.pathname === '/.ws') sockets.upgrade(request, socket as Socket, head, url);
    else socket.destroy();
  });
  const address = await listen(server, settings.port, settings.host);
  return {
    url: `http://${address.host}:${address.port}`,
    ...address,
    setRules(text, namespace) {
      const compiled = compileRules(text);
      rules.set(compiled, namespace);
      for (const each of namespaces.all()) {
        if (namespace === undefined || each.name === namespace) each.setRules(compileRules(text));
      }
    },
    async reset() {
      for (const namespace of namespaces.all()) namespace.replaceRoot(null);
    },
    async settle() {},
    async close() {
      sessions.endAll();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://emulator');
}

async function listen(server: Server, port: number, host: string): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { host, port: (server.address() as AddressInfo).port };
}
