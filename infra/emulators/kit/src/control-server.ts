import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ControlError } from './control-error.ts';
import {
  COMMON_OPERATIONS,
  type Controlled,
  type Operation,
  type Operations,
  type Timed,
} from './control-operations.ts';
import { anyObject, type Reader } from './json-reader.ts';
import { createHttpServer } from './listening.ts';
import { requireNamespaceName } from './namespace-name.ts';
import { pageGuard } from './page-guard.ts';
import { readBody } from './read-body.ts';
import { type RequestLog, readRequests } from './request-log.ts';
import { readTimeSpan } from './time-span.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_STATE_BYTES = 512 * 1024 * 1024;
const PATH = /^\/_emulator(?:\/ns\/(?<name>[^/]+))?(?:\/(?<below>.*))?$/;

interface ControlRequest {
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  /** The JSON body, checked by `reader`; an absent body counts as `{}`. */
  body<T>(reader: Reader<T>): T;
}

/** Returns the JSON to answer, or a promise of it; undefined is answered as `{ status: 'ok' }`. */
type ControlRoute<T> = (target: T, request: ControlRequest) => unknown;

export type ControlRoutes<T> = Readonly<Record<string, ControlRoute<T>>>;

export interface ControlServerOptions<T extends Controlled, Special extends keyof T> {
  readonly defaultTarget: T;
  readonly namespaces: {
    open(name: string): T | Promise<T>;
    remove(name: string): Promise<void> | void;
    names(): readonly string[];
  };
  readonly operations: Operations<T, Special | keyof Controlled>;
  /** Routes that are not simply an operation. They override those of operations. */
  readonly routes?: ControlRoutes<T>;
  /** Host names that are accepted besides local ones. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The log of the public port's requests. */
  readonly requests?: RequestLog;
  /** Maps the emulator's errors to a status. Otherwise a RangeError is 400 and any other error 500. */
  readonly errorStatus?: (error: unknown) => number | undefined;
}

export const CLOCK_ROUTES: ControlRoutes<Timed> = {
  'POST clock/advance': async (target, { body }) => {
    await target.advanceTime(body(readTimeSpan));
    return target.clock();
  },
};

export function health(more: object = {}): object {
  return { status: 'ok', residentBytes: process.memoryUsage.rss(), ...more };
}

/** Serves the control interface, on a port that is never public. Rejects requests from browsers. */
export function createControlServer<T extends Controlled, Special extends keyof T = never>(
  options: ControlServerOptions<T, Special>,
): Server {
  const { defaultTarget, namespaces, errorStatus } = options;
  const routes = compile<T>({
    'GET health': () => health(),
    ...createRoutes<T>({ ...COMMON_OPERATIONS, ...options.operations }),
    ...options.routes,
  });
  const guard = pageGuard(options);
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { method = '', url = '', headers } = request;
    if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
      throw new ControlError(403, 'the control interface rejects requests from browsers');
    const rejection = guard.rejectHost(headers) ?? guard.rejectPage(headers);
    if (rejection !== undefined) throw new ControlError(403, rejection);
    const [path = '', query] = url.split('?');
    const { name, below = '' } = PATH.exec(path)?.groups ?? {};
    const namespace = name && requireNamespaceName(decode(name));
    const requested = `${method} ${below}`;
    if (!namespace && requested === 'GET namespaces') return { namespaces: namespaces.names() };
    if (namespace && requested === 'DELETE ') return namespaces.remove(namespace);
    const logged = options.requests && loggedRequests(options.requests, requested, namespace, query);
    if (logged !== undefined) return logged;
    if (options.requests && requested === 'POST requests') {
      const { requests } = anyObject(await readJson(request, MAX_STATE_BYTES), '');
      return options.requests.restore(namespace, readRequests(requests, 'requests'));
    }
    const { route, params = [] } = find(routes, requested) ?? {};
    if (route === undefined) throw new ControlError(404, `there is no control route ${method} ${path}`);
    const json =
      method === 'POST'
        ? await readJson(request, below.startsWith('saved-state') ? MAX_STATE_BYTES : MAX_BODY_BYTES)
        : {};
    const answered = await route(namespace ? await namespaces.open(namespace) : defaultTarget, {
      params,
      query: new URLSearchParams(query),
      body: (reader) => reader(anyObject(json, ''), ''),
    });
    if (requested === 'POST reset') options.requests?.clear(namespace);
    return answered;
  };
  return createHttpServer(async (request, response) => {
    try {
      send(response, 200, (await answer(request)) ?? { status: 'ok' });
    } catch (error) {
      const status = error instanceof ControlError ? error.status : errorStatus?.(error);
      const fallback = error instanceof RangeError ? 400 : 500;
      send(response, status ?? fallback, { error: error instanceof Error ? error.message : String(error) });
    }
    // Discards an unread body, which would otherwise block the connection.
    request.resume();
  });
}

/** The log is one for all namespaces. Reading it opens none. */
function loggedRequests(
  log: RequestLog,
  requested: string,
  namespace: string | undefined,
  query: string | undefined,
): object | undefined {
  const parameters = new URLSearchParams(query);
  if (requested === 'GET requests') {
    const texts = parameters.getAll('text');
    const after = Number(parameters.get('after') ?? 0);
    return { requests: log.list(namespace, { after, ...(texts.length > 0 && { texts }) }) };
  }
  if (requested === 'GET requests/whole') return { requests: log.whole(namespace) };
  const [, since] = /^GET requests\/changes\/([\w.-]+)$/.exec(requested) ?? [];
  if (since !== undefined) return log.changes(namespace, since);
  const [, ids] = /^GET requests\/contents\/([\d,]+)$/.exec(requested) ?? [];
  if (ids !== undefined)
    return { requests: ids.split(',').flatMap((each) => log.find(namespace, Number(each)) ?? []) };
  const [, id] = /^GET requests\/(\d+)$/.exec(requested) ?? [];
  if (id === undefined) return undefined;
  const found = log.find(namespace, Number(id));
  if (found === undefined) throw new ControlError(404, `there is no request ${id}`);
  return found;
}

function createRoutes<T>(operations: Readonly<Record<string, Operation>>): ControlRoutes<T> {
  const routes = Object.entries(operations).map(([name, { method, path, body, property }]) => {
    const route: ControlRoute<T> = async (target, request) => {
      const given = [...request.params, ...(body ? [request.body(body)] : [])];
      const result = await (target as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given);
      return property === undefined ? result : { [property]: result };
    };
    return [`${method} ${path}`, route];
  });
  return Object.fromEntries(routes);
}

interface CompiledRoute<T> {
  readonly pattern: RegExp;
  readonly route: ControlRoute<T>;
}

function compile<T>(routes: ControlRoutes<T>): readonly CompiledRoute<T>[] {
  return Object.entries(routes).map(([key, route]) => ({
    pattern: new RegExp(`^${key.replaceAll(/:\w+/g, '([^/]*)')}$`),
    route,
  }));
}

function find<T>(routes: readonly CompiledRoute<T>[], requested: string) {
  const found = routes.find(({ pattern }) => pattern.test(requested));
  return found && { ...found, params: (found.pattern.exec(requested) ?? []).slice(1).map(decode) };
}

async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const tooLarge = () => new ControlError(413, `the body must not exceed ${maxBytes} bytes`);
  const text = await readBody(request, maxBytes, tooLarge);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ControlError(400, 'the body must be JSON');
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ControlError(400, `the path has a malformed segment: ${segment}`);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
