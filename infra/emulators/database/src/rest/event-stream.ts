import type { ServerResponse } from 'node:http';
import { type Listener, newListener, type ReadDecision, type Subscriber } from '../listens/listener.ts';
import type { Push } from '../listens/push.ts';
import type { Query } from '../query/query.ts';
import { formatPath, type Path, parsePath } from '../tree/node-path.ts';
import { toExportJson, toPlainJson } from '../tree/to-json.ts';
import { readableNode } from './data-resource.ts';
import { parseRestQuery } from './parse-rest-query.ts';
import type { RestRequest } from './rest-request.ts';

export interface EventStreamOptions {
  readonly keepAliveMs: number;
  readonly maxBacklogBytes: number;
}

/** A listener over server-sent events: put, patch, keep-alive, cancel, auth_revoked. */
export class EventStream implements Subscriber {
  readonly #request: RestRequest;
  readonly #response: ServerResponse;
  readonly #options: EventStreamOptions;
  readonly #path: Path;
  #timers: NodeJS.Timeout[] = [];

  constructor(request: RestRequest, response: ServerResponse, options: EventStreamOptions) {
    this.#request = request;
    this.#response = response;
    this.#options = options;
    this.#path = parsePath(request.path);
  }

  /** Throws when the caller may not read; no part of the response has been sent then. */
  open(headers: Readonly<Record<string, string>>): void {
    const query = parseRestQuery(this.#request.parameters);
    readableNode(this.#request, this.#path, query);
    const { touched } = this.decideRead(this.#path, query);
    const listener = newListener(this, this.#path, query, undefined, touched);
    const { namespace } = this.#request;
    const node = namespace.nodeAt(this.#path);
    namespace.listens.add(listener, node);
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    this.#response.on('close', () => this.#stop(listener));
    this.#send('put', `{"path":"/","data":${this.#format(listener.view ? listener.view.node(node) : node)}}`);
    this.#startTimers(listener);
  }

  decideRead(path: Path, query: Query | undefined): ReadDecision {
    return this.#request.namespace.decideRead(this.#request.authority, path, query);
  }

  deliver(push: Push, { path }: Listener): void {
    const relative = formatPath(push.path.slice(path.length));
    const data = `{"path":${JSON.stringify(relative)},"data":${push.json(this.#format)}}`;
    this.#send(push.isMerge ? 'patch' : 'put', data);
  }

  revoke(): void {
    this.#send('cancel', 'null');
    this.#response.end();
  }

  readonly #format = (node: Parameters<typeof toExportJson>[0]): string =>
    this.#request.parameters.get('format') === 'export' ? toExportJson(node) : toPlainJson(node);

  #startTimers(listener: Listener): void {
    const { keepAliveMs } = this.#options;
    this.#timers.push(setInterval(() => this.#send('keep-alive', 'null'), keepAliveMs).unref());
    const { expiresAt } = this.#request;
    if (expiresAt === undefined) return;
    const delay = Math.min(expiresAt - Date.now(), 2 ** 31 - 1);
    this.#timers.push(setTimeout(() => this.#expire(listener), delay).unref());
  }

  #expire(listener: Listener): void {
    this.#stop(listener);
    this.#send('auth_revoked', '"credential is no longer valid"');
    this.#response.end();
  }

  #stop(listener: Listener): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#request.namespace.listens.remove(listener);
  }

  #send(event: string, data: string): void {
    if (this.#response.writableLength > this.#options.maxBacklogBytes) this.#response.destroy();
    else if (!this.#response.writableEnded) this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}
