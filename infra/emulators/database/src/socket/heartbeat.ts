import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';

/** Clients that answer pings. The Java client closes the connection with an error on a ping. */
const ANSWERS_PINGS = /^Mozilla\/|\/(Admin)?Node$/;
/** Rounds without traffic before a client that cannot be pinged is cut off; such clients send every 45 s. */
const QUIET_ROUNDS = 3;

interface Watched {
  readonly socket: Socket;
  readonly answersPings: boolean;
  isAlive: boolean;
  bytes: number;
  quietRounds: number;
}

/**
 * Terminates connections that leave a ping unanswered for a round or, without ping support, have no traffic.
 */
export class Heartbeat {
  readonly #watched = new WeakMap<WebSocket, Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor(server: WebSocketServer, intervalMs: number) {
    this.#timer = setInterval(() => {
      for (const socket of server.clients) this.#beat(socket);
    }, intervalMs).unref();
  }

  watch(webSocket: WebSocket, socket: Socket, userAgent: string | undefined): void {
    const answersPings = userAgent === undefined || ANSWERS_PINGS.test(userAgent);
    const watched: Watched = { socket, answersPings, isAlive: true, bytes: 0, quietRounds: 0 };
    this.#watched.set(webSocket, watched);
    for (const event of ['pong', 'message']) {
      webSocket.on(event, () => {
        watched.isAlive = true;
      });
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(webSocket: WebSocket): void {
    const watched = this.#watched.get(webSocket);
    if (watched === undefined) return;
    if (!(watched.answersPings ? watched.isAlive : hasMoved(watched))) webSocket.terminate();
    else if (watched.answersPings) webSocket.ping();
    watched.isAlive = false;
  }
}

function hasMoved(watched: Watched): boolean {
  const bytes = watched.socket.bytesRead + watched.socket.bytesWritten;
  watched.quietRounds = bytes === watched.bytes ? watched.quietRounds + 1 : 0;
  watched.bytes = bytes;
  return watched.quietRounds < QUIET_ROUNDS;
}
