import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createHttpServer } from './listening.ts';
import { PollServer } from './long-poll/poll-server.ts';
import type { Namespaces } from './namespace/namespaces.ts';
import type { Settings } from './options.ts';
import { SessionStore } from './protocol/session-store.ts';
import { SocketServer } from './protocol/socket-server.ts';
import { RestServer } from './rest/rest-server.ts';

/** The public port: sockets, long polls and REST over the same namespaces. */
export class Network {
  readonly server: Server;
  readonly #sessions = new SessionStore();
  readonly #polls: PollServer;
  readonly #sockets: SocketServer;
  readonly #rest: RestServer;

  constructor(namespaces: Namespaces, settings: Settings) {
    const shared = { ...settings, namespaces, sessions: this.#sessions };
    this.#polls = new PollServer(shared);
    this.#sockets = new SocketServer({ ...shared, polls: this.#polls });
    this.#rest = new RestServer(namespaces, settings);
    this.server = this.#createServer();
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** What connections left for their end is written by then. */
  endConnections(): void {
    this.#sessions.endAll();
    this.#polls.stop();
    this.#sockets.close();
  }

  #createServer(): Server {
    const server = createHttpServer((request, response) => {
      const url = urlOf(request);
      if (!url) response.writeHead(400).end();
      else if (url.pathname === '/.lp') this.#polls.handle(request, response, url.searchParams);
      else void this.#rest.handle(request, response, url);
    });
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const url = urlOf(request);
      if (url?.pathname === '/.ws') this.#sockets.upgrade(request, socket as Socket, head, url);
      else socket.destroy();
    });
    return server;
  }
}

/** Null for an address that is none, which a client can send as well. */
function urlOf(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '/', 'http://emulator');
}
