import type { ServerResponse } from 'node:http';
import type { Listener, Subscriber } from '../listens/listener.ts';
import type { Settings } from '../options.ts';
import { formatPath, parsePath } from '../tree/node-path.ts';
import { toExportJson, toPlainJson } from '../tree/to-json.ts';
import { readableNode } from './data-resource.ts';
import { parseRestQuery } from './parse-rest-query.ts';
import type { RestRequest } from './rest-request.ts';

export type EventStreamOptions = Pick<Settings, 'keepAliveMs' | 'maxBacklogBytes'>;

/**
 * Opens a listener over server-sent events: put, patch, keep-alive, cancel, auth_revoked. Throws when the caller may not
 * read; no part of the response has been sent then.
 */
export function openEventStream(
  request: RestRequest,
  response: ServerResponse,
  { keepAliveMs, maxBacklogBytes }: EventStreamOptions,
  headers: Readonly<Record<string, string>>,
): void {
  const { namespace, authority, parameters, expiresAt } = request;
  const send = (event: string, data: string): void => {
    if (response.writableLength > maxBacklogBytes) response.destroy();
    else if (!response.writableEnded) response.write(`event: ${event}\ndata: ${data}\n\n`);
  };
  const format = parameters.get('format') === 'export' ? toExportJson : toPlainJson;
  const subscriber: Subscriber = {
    decideRead: (path, query) => namespace.decideRead(authority, path, query),
    deliver: (push, { path: watched }) => {
      const relative = formatPath(push.path.slice(watched.length));
      const data = `{"path":${JSON.stringify(relative)},"data":${push.json(format)}}`;
      send(push.isMerge ? 'patch' : 'put', data);
    },
    revoke: () => {
      send('cancel', 'null');
      response.end();
    },
  };
  const path = parsePath(request.path);
  const query = parseRestQuery(parameters);
  readableNode(request, path, query);
  const { touched } = subscriber.decideRead(path, query);
  const listener: Listener = { subscriber, path, query, tag: undefined, touched, view: null };
  const node = namespace.nodeAt(path);
  namespace.listens.add(listener, node);
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
    namespace.listens.remove(listener);
  };
  response.on('close', stop);
  send('put', `{"path":"/","data":${format(listener.view ? listener.view.node(node) : node)}}`);
  timers.push(setInterval(() => send('keep-alive', 'null'), keepAliveMs).unref());
  if (expiresAt === undefined) return;
  const expire = (): void => {
    stop();
    send('auth_revoked', '"credential is no longer valid"');
    response.end();
  };
  timers.push(setTimeout(expire, Math.min(expiresAt - Date.now(), 2 ** 31 - 1)).unref());
}
