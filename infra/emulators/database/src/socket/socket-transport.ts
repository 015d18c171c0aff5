import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Transport } from '../protocol/session.ts';
import type { Packet } from '../wire/packet.ts';

const POLICY_VIOLATION = 1008;

/** Sends over a WebSocket. A client that does not read is cut off before its backlog exhausts the memory. */
export class SocketTransport implements Transport {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #maxBacklogBytes: number;
  #corked = false;

  constructor(webSocket: WebSocket, socket: Socket, maxBacklogBytes: number) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#maxBacklogBytes = maxBacklogBytes;
  }

  send(packet: Packet): void {
    if (this.#socket.writableLength > this.#maxBacklogBytes) {
      this.#webSocket.terminate();
      return;
    }
    if (this.#webSocket.readyState !== WebSocket.OPEN) return;
    this.#cork();
    // Bypasses the WebSocket, which would build a header per receiver; without compression it buffers
    // nothing.
    for (const frame of packet.frames) this.#socket.write(frame);
  }

  close(reason: string): void {
    this.#webSocket.close(POLICY_VIOLATION, reason.slice(0, 100));
  }

  // Everything sent in one event loop turn goes out in one system call.
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.#socket.uncork();
    });
  }
}
