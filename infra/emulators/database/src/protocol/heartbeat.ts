import type { WebSocket, WebSocketServer } from 'ws';

/** Pings every socket and cuts those that stayed silent for a whole round, so that half-open ones are noticed. */
export class Heartbeat {
  readonly #alive = new WeakSet<WebSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor(server: WebSocketServer, intervalMs: number) {
    this.#timer = setInterval(() => {
      for (const socket of server.clients) this.#beat(socket);
    }, intervalMs).unref();
  }

  watch(socket: WebSocket): void {
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    socket.on('message', () => this.#alive.add(socket));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(socket: WebSocket): void {
    if (!this.#alive.delete(socket)) socket.terminate();
    else socket.ping();
  }
}
