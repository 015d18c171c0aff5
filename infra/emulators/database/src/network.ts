import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createHttpServer } from '@outharbor/emulator-kit/listening';
import { isPublicTraffic, pageGuard } from '@outharbor/emulator-kit/page-guard';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import { pollServer } from './long-poll/poll-server.ts';
import type { Namespaces } from './namespace/namespaces.ts';
import type { Settings } from './options.ts';
import { loggedActions } from './protocol/actions.ts';
import { sessionStore } from './protocol/session-store.ts';
import { failure, writeResponse } from './rest/rest-response.ts';
import { restServer } from './rest/rest-server.ts';
import { socketServer } from './socket/socket-server.ts';

/** The public port: sockets, long polls and REST over the same namespaces. */
export function openNetwork(namespaces: Namespaces, settings: Settings, requests: RequestLog) {
  const { allowedHosts = [], secondHost = '' } = settings;
  const guard = pageGuard({ allowedHosts: [...allowedHosts, secondHost], serviceHosts: SERVICE_HOSTS });
  const sessions = sessionStore({ ...settings, guard, perform: loggedActions(requests) });
  const shared = { ...settings, namespaces, sessions, guard };
  const polls = pollServer(shared);
  const sockets = socketServer({ ...shared, polls });
  const answerRest = restServer(namespaces, shared);
  const findRejection = ({ headers }: IncomingMessage): string | undefined =>
    isPublicTraffic(headers) ? undefined : guard.rejectHost(headers);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = readUrl(request, settings.defaultDatabase);
    const rejection = findRejection(request);
    if (rejection !== undefined) writeResponse(response, failure(403, rejection));
    else if (!url) response.writeHead(400).end();
    else if (url.pathname === '/.lp') polls.handle(request, response, url.searchParams);
    else void answerRest(request, response, url);
  };
  const logged = requests.record(handle);
  // A long poll's requests carry packets, which are recorded as calls of its session.
  const server = createHttpServer((request, response) =>
    (request.url?.startsWith('/.lp') ? handle : logged)(request, response),
  );
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const url = readUrl(request, settings.defaultDatabase);
    if (url?.pathname === '/.ws' && findRejection(request) === undefined)
      sockets.upgrade(request, socket as Socket, head, url);
    else socket.destroy();
  });
  return {
    server,
    sessions,
    /** onDisconnect writes are applied before this returns. */
    endConnections: (): void => {
      sessions.endAll();
      polls.stop();
      sockets.close();
    },
  };
}

/** The service's own host names contain the database name, as `<name>.localhost` does; those of its second hosts, `s-…`, do not. */
const NAMING_HOST = /^(?!s-)([\w-]+)\.(?:localhost|firebaseio\.com|[\w-]+\.firebasedatabase\.app)(?::\d+)?$/;

const SERVICE_HOSTS = /\.(?:firebaseio\.com|firebasedatabase\.app)$/;

/** Adds the host name's namespace, or else the default one, when the URL has none. Null for a malformed URL. */
function readUrl({ url: target = '/', headers }: IncomingMessage, defaultDatabase: string): URL | null {
  // As a relative URL, a path that begins with two slashes would name a host.
  const url = URL.parse(target.startsWith('/') ? `http://emulator${target}` : target);
  const [, namespace = defaultDatabase] = NAMING_HOST.exec(headers.host ?? '') ?? [];
  if (url?.searchParams.has('ns') === false) url.searchParams.set('ns', namespace);
  return url;
}
