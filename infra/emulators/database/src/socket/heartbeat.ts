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
export function startHeartbeat(server: WebSocketServer, intervalMs: number) {
  const watched = new WeakMap<WebSocket, Watched>();
  const beat = (webSocket: WebSocket): void => {
    const one = watched.get(webSocket);
    if (one === undefined) return;
    if (!(one.answersPings ? one.isAlive : hasMoved(one))) webSocket.terminate();
    else if (one.answersPings) webSocket.ping();
    one.isAlive = false;
  };
  const timer = setInterval(() => server.clients.forEach(beat), intervalMs).unref();
  return {
    watch: (webSocket: WebSocket, socket: Socket, userAgent: string | undefined): void => {
      const answersPings = userAgent === undefined || ANSWERS_PINGS.test(userAgent);
      const one: Watched = { socket, answersPings, isAlive: true, bytes: 0, quietRounds: 0 };
      watched.set(webSocket, one);
      for (const event of ['pong', 'message']) {
        webSocket.on(event, () => {
          one.isAlive = true;
        });
      }
    },
    stop: (): void => clearInterval(timer),
  };
}

function hasMoved(watched: Watched): boolean {
  const bytes = watched.socket.bytesRead + watched.socket.bytesWritten;
  watched.quietRounds = bytes === watched.bytes ? watched.quietRounds + 1 : 0;
  watched.bytes = bytes;
  return watched.quietRounds < QUIET_ROUNDS;
}
