import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PollConnection } from '../long-poll/poll-connection.ts';
import type { PollServer } from '../long-poll/poll-server.ts';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { Settings } from '../options.ts';
import { FrameAssembler } from '../protocol/frame-assembler.ts';
import { ProtocolError } from '../protocol/messages.ts';
import type { Transport } from '../protocol/session.ts';
import { ConnectionLimitError, type SessionStore } from '../protocol/session-store.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { startHeartbeat } from './heartbeat.ts';
import { socketTransport } from './socket-transport.ts';

/** Bytes per frame. Clients send at most 16384 UTF-16 units, each up to three bytes. */
const MAX_FRAME_BYTES = 256 * 1024;

export interface SocketServerOptions
  extends Pick<Settings, 'heartbeatMs' | 'maxBacklogBytes' | 'onWarning' | 'secondHost'> {
  readonly namespaces: Namespaces;
  readonly sessions: SessionStore;
  readonly polls: PollServer;
}

/** Accepts `/.ws` upgrades and runs sessions over them. */
export function socketServer(options: SocketServerOptions) {
  const { namespaces, sessions, polls, heartbeatMs, maxBacklogBytes, onWarning, secondHost } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const heartbeat = startHeartbeat(server, heartbeatMs);
  /** Moves a client that started with long polls to this socket. */
  const takeOver = (polled: PollConnection, transport: Transport): Carrier => {
    polled.offerSocket(transport);
    return {
      receive: (text) => polled.receiveFromSocket(text, transport),
      close: () => {
        if (polled.isUpgraded) sessions.end(polled.session);
        else polled.withdrawSocket(transport);
      },
    };
  };
  const openSession = (transport: Transport, { headers }: IncomingMessage, url: URL): Carrier => {
    const namespace = namespaces.get(url.searchParams.get('ns') ?? '');
    const replaces = url.searchParams.get('ls');
    const session = sessions.open({ namespace, headers, isPoll: false, replaces }, transport);
    session.sendHello(secondHost ?? headers.host ?? '');
    return { receive: (text) => session.receive(text), close: () => sessions.end(session) };
  };
  /** An error ends only the connection that caused it. */
  const guarded = (transport: Transport, receive: () => void): void => {
    try {
      receive();
    } catch (error) {
      if (!(error instanceof ProtocolError)) onWarning(`a message failed: ${readStack(error)}`);
      transport.close((error as Error).message);
    }
  };
  const accept = (webSocket: WebSocket, socket: Socket, request: IncomingMessage, url: URL): void => {
    const transport = socketTransport(webSocket, socket, maxBacklogBytes);
    webSocket.on('error', () => webSocket.terminate());
    try {
      const polled = polls.connection(url.searchParams.get('s') ?? '');
      const carrier = polled ? takeOver(polled, transport) : openSession(transport, request, url);
      webSocket.on('close', () => carrier.close());
      const frames = new FrameAssembler();
      webSocket.on('message', (data, isBinary) => {
        guarded(transport, () => {
          if (isBinary) throw new ProtocolError('a binary frame');
          const message = frames.accept(data.toString());
          if (message !== null) carrier.receive(message);
        });
      });
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error instanceof ConnectionLimitError) transport.send(error.toPacket());
      transport.close(error.message);
    }
  };
  return {
    upgrade: (request: IncomingMessage, socket: Socket, head: Buffer, url: URL): void => {
      socket.setNoDelay(true);
      server.handleUpgrade(request, socket, head, (webSocket) => {
        heartbeat.watch(webSocket, socket, request.headers['user-agent']);
        accept(webSocket, socket, request, url);
      });
    },
    close: (): void => {
      heartbeat.stop();
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function readStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

interface Carrier {
  receive(text: string): void;
  close(): void;
}
