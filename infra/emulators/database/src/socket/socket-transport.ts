import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Transport } from '../protocol/session.ts';

const POLICY_VIOLATION = 1008;

/** Sends over a WebSocket. A client that does not read is cut off before its backlog exhausts the memory. */
export function socketTransport(webSocket: WebSocket, socket: Socket, maxBacklogBytes: number): Transport {
  let corked = false;
  // Everything sent in one event loop turn goes out in one system call.
  const cork = (): void => {
    if (corked) return;
    corked = true;
    socket.cork();
    process.nextTick(() => {
      corked = false;
      socket.uncork();
    });
  };
  return {
    send: ({ frames }) => {
      if (socket.writableLength > maxBacklogBytes) return webSocket.terminate();
      if (webSocket.readyState !== WebSocket.OPEN) return;
      cork();
      // Bypasses the WebSocket, which would build a header per receiver; without compression it buffers
      // nothing.
      for (const frame of frames) socket.write(frame);
    },
    close: (reason) => webSocket.close(POLICY_VIOLATION, reason.slice(0, 100)),
  };
}
