import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createHttpServer } from '@outharbor/emulator-kit/listening';
import { isPublicTraffic, type PageGuard, pageGuard } from '@outharbor/emulator-kit/page-guard';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import { PollServer } from './long-poll/poll-server.ts';
import type { Namespaces } from './namespace/namespaces.ts';
import type { Settings } from './options.ts';
import { loggedActions } from './protocol/actions.ts';
import { SessionStore } from './protocol/session-store.ts';
import { failure, writeResponse } from './rest/rest-response.ts';
import { RestServer } from './rest/rest-server.ts';
import { SocketServer } from './socket/socket-server.ts';

/** The public port: sockets, long polls and REST over the same namespaces. */
export class Network {
  readonly server: Server;
  readonly #sessions: SessionStore;
  readonly #polls: PollServer;
  readonly #sockets: SocketServer;
  readonly #rest: RestServer;
  readonly #guard: PageGuard;
  readonly #defaultDatabase: string;
  readonly #requests: RequestLog;

  constructor(namespaces: Namespaces, settings: Settings, requests: RequestLog) {
    this.#requests = requests;
    this.#defaultDatabase = settings.defaultDatabase;
    this.#guard = createGuard(settings);
    this.#sessions = new SessionStore({ ...settings, guard: this.#guard, perform: loggedActions(requests) });
    const shared = { ...settings, namespaces, sessions: this.#sessions, guard: this.#guard };
    this.#polls = new PollServer(shared);
    this.#sockets = new SocketServer({ ...shared, polls: this.#polls });
    this.#rest = new RestServer(namespaces, shared);
    this.server = this.#createServer();
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  limitConnections(limit: number): void {
    this.#sessions.connectionLimit = limit;
  }

  /** onDisconnect writes are applied before this returns. */
  endConnections(): void {
    this.#sessions.endAll();
    this.#polls.stop();
    this.#sockets.close();
  }

  #createServer(): Server {
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      const url = readUrl(request, this.#defaultDatabase);
      const rejection = this.#findRejection(request);
      if (rejection !== undefined) writeResponse(response, failure(403, rejection));
      else if (!url) response.writeHead(400).end();
      else if (url.pathname === '/.lp') this.#polls.handle(request, response, url.searchParams);
      else void this.#rest.handle(request, response, url);
    };
    const logged = this.#requests.record(handle);
    // A long poll's requests carry packets, which are recorded as calls of its session.
    const server = createHttpServer((request, response) =>
      (request.url?.startsWith('/.lp') ? handle : logged)(request, response),
    );
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const url = readUrl(request, this.#defaultDatabase);
      if (url?.pathname === '/.ws' && this.#findRejection(request) === undefined)
        this.#sockets.upgrade(request, socket as Socket, head, url);
      else socket.destroy();
    });
    return server;
  }

  #findRejection({ headers }: IncomingMessage): string | undefined {
    return isPublicTraffic(headers) ? undefined : this.#guard.rejectHost(headers);
  }
}

/** The service's own host names contain the database name, as `<name>.localhost` does; those of its second hosts, `s-…`, do not. */
const NAMING_HOST = /^(?!s-)([\w-]+)\.(?:localhost|firebaseio\.com|[\w-]+\.firebasedatabase\.app)(?::\d+)?$/;

const SERVICE_HOSTS = /\.(?:firebaseio\.com|firebasedatabase\.app)$/;

function createGuard({ allowedHosts = [], secondHost = '' }: Settings): PageGuard {
  return pageGuard({ allowedHosts: [...allowedHosts, secondHost], serviceHosts: SERVICE_HOSTS });
}

/** Adds the host name's namespace, or else the default one, when the URL has none. Null for a malformed URL. */
function readUrl({ url: target = '/', headers }: IncomingMessage, defaultDatabase: string): URL | null {
  // As a relative URL, a path that begins with two slashes would name a host.
  const url = URL.parse(target.startsWith('/') ? `http://emulator${target}` : target);
  const [, namespace = defaultDatabase] = NAMING_HOST.exec(headers.host ?? '') ?? [];
  if (url?.searchParams.has('ns') === false) url.searchParams.set('ns', namespace);
  return url;
}
