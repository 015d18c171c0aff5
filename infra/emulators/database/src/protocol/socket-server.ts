import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Namespaces } from '../namespace/namespaces.ts';
import { DatabaseError } from './database-error.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { Heartbeat } from './heartbeat.ts';
import { ProtocolError } from './messages.ts';
import { isPublicTraffic } from './public-traffic.ts';
import type { SessionStore } from './session-store.ts';
import { SocketTransport } from './socket-transport.ts';

/** Bytes of one frame. Clients send at most 16384 UTF-16 units, each up to three bytes. */
const MAX_FRAME_BYTES = 256 * 1024;

export interface SocketServerOptions {
  readonly namespaces: Namespaces;
  readonly sessions: SessionStore;
  readonly heartbeatMs: number;
  readonly maxBacklogBytes: number;
}

/** Accepts `/.ws` upgrades and carries sessions over them. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  readonly #heartbeat: Heartbeat;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#heartbeat = new Heartbeat(this.#server, options.heartbeatMs);
  }

  get connections(): number {
    return this.#server.clients.size;
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, url: URL): void {
    socket.setNoDelay(true);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#heartbeat.watch(webSocket);
      this.#accept(webSocket, socket, request, url);
    });
  }

  close(): void {
    this.#heartbeat.stop();
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  #accept(webSocket: WebSocket, socket: Socket, request: IncomingMessage, url: URL): void {
    const transport = new SocketTransport(webSocket, socket, this.#options.maxBacklogBytes);
    webSocket.on('error', () => webSocket.terminate());
    try {
      const namespace = this.#options.namespaces.get(url.searchParams.get('ns') ?? '');
      const session = this.#options.sessions.open(namespace, isPublicTraffic(request), transport);
      webSocket.on('close', () => this.#options.sessions.end(session));
      const frames = new FrameAssembler();
      webSocket.on('message', (data, isBinary) => {
        receiveFrame(frames, data.toString(), isBinary, transport, (text) => session.receive(text));
      });
      session.sendHello(request.headers.host ?? '');
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      transport.close(error.message);
    }
  }
}

function receiveFrame(
  frames: FrameAssembler,
  data: string,
  isBinary: boolean,
  transport: SocketTransport,
  receive: (text: string) => void,
): void {
  try {
    if (isBinary) throw new ProtocolError('a binary frame');
    const message = frames.accept(data);
    if (message !== null) receive(message);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    transport.close(error.message);
  }
}
