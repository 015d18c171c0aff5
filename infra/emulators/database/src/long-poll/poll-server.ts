import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Namespaces } from '../namespace/namespaces.ts';
import type { Settings } from '../options.ts';
import type { SessionStore } from '../protocol/session-store.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { PollConnection } from './poll-connection.ts';
import { type PollTransport, pollTransport, sendScript } from './poll-transport.ts';

/** Without a poll, after which a session is considered closed. */
const POLL_TIMEOUT_MS = 60_000;
/** How long the last response of a closed connection is kept for the poll that fetches it. */
const LINGER_MS = 30_000;

export interface PollServerOptions extends Pick<Settings, 'maxBacklogBytes' | 'secondHost'> {
  readonly namespaces: Namespaces;
  readonly sessions: SessionStore;
}

export type PollServer = ReturnType<typeof pollServer>;

/** Serves `/.lp`: long polling for browsers that cannot open a socket. */
export function pollServer(options: PollServerOptions) {
  const { namespaces, sessions, maxBacklogBytes, secondHost } = options;
  const connections = new Map<string, PollConnection>();
  const linger = (connection: PollConnection): void => {
    if (!connection.isUpgraded) sessions.end(connection.session);
    setTimeout(() => connections.delete(connection.session.id), LINGER_MS).unref();
  };
  const start = (
    { headers }: IncomingMessage,
    response: ServerResponse,
    parameters: URLSearchParams,
  ): void => {
    try {
      const namespace = namespaces.get(parameters.get('ns') ?? '');
      const transport: PollTransport = pollTransport(maxBacklogBytes, () => linger(connection));
      const newSession = { namespace, headers, isPoll: true, replaces: parameters.get('ls') };
      const session = sessions.open(newSession, transport);
      const password = randomBytes(12).toString('base64url');
      const connection = new PollConnection(session, password, transport);
      connections.set(session.id, connection);
      session.sendHello(secondHost ?? headers.host ?? '');
      transport.answerStart(response, startPrologue(parameters.get('cb') ?? '', session.id, password));
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      response.writeHead(400).end(error.message);
    }
  };
  const proceed = (response: ServerResponse, parameters: URLSearchParams): void => {
    const connection = connections.get(parameters.get('id') ?? '');
    if (connection?.password !== parameters.get('pw') || !connection) {
      // Makes the browser discard the connection and start a new one.
      sendScript(response, "pLPCommand('close');");
    } else if (parameters.get('dframe') === 't') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(disconnectFrame(connection.session.id, connection.password));
    } else if (parameters.get('dframe') === 'script') {
      sendScript(response, disconnectScript(connection.session.id, connection.password));
    } else if (parameters.get('disconn') === 't') {
      response.writeHead(204).end();
      if (!connection.isUpgraded) connection.transport.close();
    } else connection.poll(parameters, response);
  };
  const dropSilent = (): void => {
    const oldest = Date.now() - POLL_TIMEOUT_MS;
    for (const connection of connections.values()) {
      if (connection.lastPollAt < oldest && !connection.isUpgraded) connection.transport.close();
    }
  };
  const timer = setInterval(dropSilent, POLL_TIMEOUT_MS / 4).unref();
  return {
    connection: (sessionId: string): PollConnection | undefined => {
      const connection = connections.get(sessionId);
      return connection?.transport.isClosing() ? undefined : connection;
    },
    handle: (request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): void => {
      request.resume();
      if (parameters.get('start') === 't') start(request, response, parameters);
      else proceed(response, parameters);
    },
    stop: (): void => {
      clearInterval(timer);
      for (const { transport } of connections.values()) transport.close();
      connections.clear();
    },
  };
}

/** First script of a connection. It runs in a frame whose parent window holds the client's callbacks. */
function startPrologue(callbackId: string, sessionId: string, password: string): string {
  const suffix = /^\d{1,10}$/.test(callbackId) ? callbackId : '';
  return [
    forwarder('pLPCommand', suffix),
    forwarder('pRTLPCB', suffix),
    `pLPCommand('start',${JSON.stringify(sessionId)},${JSON.stringify(password)});`,
  ].join('');
}

function forwarder(name: string, suffix: string): string {
  const callback = `parent.window[${JSON.stringify(name + suffix)}]`;
  return `function ${name}(){if(parent&&${callback}){${callback}.apply(null,arguments);}}`;
}

/** A page that tells the server when its tab closes. A strict content security policy allows its script. */
function disconnectFrame(sessionId: string, password: string): string {
  const query = new URLSearchParams({ dframe: 'script', id: sessionId, pw: password });
  return `<!doctype html><title>connection</title><script src="?${String(query).replaceAll('&', '&amp;')}"></script>`;
}

function disconnectScript(sessionId: string, password: string): string {
  const query = new URLSearchParams({ disconn: 't', id: sessionId, pw: password });
  return `addEventListener('pagehide',()=>navigator.sendBeacon(location.pathname+${JSON.stringify(`?${query}`)}));`;
}
