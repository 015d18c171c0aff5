import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ControlError } from './control-error.ts';
import { mayComeFromBrowser } from './control-guard.ts';
import { anyObject, type Reader } from './json-reader.ts';
import { createHttpServer } from './listening.ts';
import { requireNamespaceName } from './namespace-name.ts';
import { readBody } from './read-body.ts';
import { type ClockReading, readTimeSpan, type TimeSpan } from './time-span.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const NAMESPACE = /^\/ns\/([^/]+)(\/.*)?$/;

export interface ControlRequest {
  /** The values of path parameters such as `:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body, checked by `reader`; an absent body counts as `{}`. */
  body<T>(reader: Reader<T>): T;
}

/** Returns the JSON to answer, or a promise of it; undefined is answered as `{ status: 'ok' }`. */
export type ControlRoute<T> = (target: T, request: ControlRequest) => unknown;

/** By method and path below `/_emulator`, such as `POST /deliveries/:id/redeliver`. */
export type ControlRoutes<T> = Readonly<Record<string, ControlRoute<T>>>;

/** Operations of every emulator and namespace. */
export interface Controlled {
  reset(): Promise<void>;
  settle(): Promise<void>;
  state(): Promise<object>;
}

/** Operations of an emulator with its own clock. */
export interface Timed {
  clock(): Promise<ClockReading>;
  advanceTime(span: TimeSpan): Promise<unknown>;
}

export interface ControlServerOptions<T extends Controlled> {
  /** The target of requests that name no namespace. */
  readonly defaultTarget: T;
  readonly namespaces: {
    /** Returns the namespace, which is created on first use. */
    open(name: string): T | Promise<T>;
    remove(name: string): Promise<void> | void;
    names(): readonly string[];
  };
  readonly routes: ControlRoutes<T>;
  /** Maps the emulator's errors to a status. Otherwise a RangeError is 400 and any other error 500. */
  readonly statusOf?: (error: unknown) => number | undefined;
}

const COMMON_ROUTES: ControlRoutes<Controlled> = {
  'GET /health': () => health(),
  'POST /reset': (target) => target.reset(),
  'POST /settle': (target) => target.settle(),
  'GET /state': (target) => target.state(),
};

export const CLOCK_ROUTES: ControlRoutes<Timed> = {
  'GET /clock': (target) => target.clock(),
  'POST /clock/advance': async (target, { body }) => {
    await target.advanceTime(body(readTimeSpan));
    return target.clock();
  },
};

/** Operations of an emulator that sends webhooks. */
export interface DeliveryControl<Delivery, Options> {
  deliveries(): Promise<readonly Delivery[]>;
  redeliver(id: string, options: Options): Promise<Delivery>;
}

export function deliveryRoutes<Options>(
  reader: Reader<Options>,
): ControlRoutes<DeliveryControl<object, Options>> {
  return {
    'GET /deliveries': async (target) => ({ deliveries: await target.deliveries() }),
    'POST /deliveries/:id/redeliver': (target, { params, body }) =>
      target.redeliver(params.id ?? '', body(reader)),
  };
}

/** The answer to `GET /health`, with additional values from the emulator. */
export function health(more: object = {}): object {
  return { status: 'ok', residentBytes: process.memoryUsage.rss(), ...more };
}

/** Serves the control interface, on a port that is never public. Rejects requests from browsers. */
export function createControlServer<T extends Controlled>(options: ControlServerOptions<T>): Server {
  const { defaultTarget, namespaces, statusOf } = options;
  const routes = compile<T>({ ...COMMON_ROUTES, ...options.routes });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    if (mayComeFromBrowser(request))
      throw new ControlError(403, 'the control interface rejects requests from browsers');
    const { method = '', url = '' } = request;
    const [path = '', query] = url.split('?');
    const { below, name } = splitPath(path);
    if (name === undefined && `${method} ${below}` === 'GET /namespaces')
      return { namespaces: namespaces.names() };
    if (name !== undefined && `${method} ${below}` === 'DELETE ') return namespaces.remove(name);
    const { route, params } = find(routes, method, below) ?? {};
    if (route === undefined) throw new ControlError(404, `there is no control route ${method} ${path}`);
    const json = method === 'POST' ? await readJson(request) : {};
    const target = name === undefined ? defaultTarget : await namespaces.open(name);
    return route(target, {
      params: params ?? {},
      query: new URLSearchParams(query),
      body: (reader) => reader(anyObject(json, ''), ''),
    });
  };
  return createHttpServer(async (request, response) => {
    try {
      send(response, 200, (await answer(request)) ?? { status: 'ok' });
    } catch (error) {
      const status = error instanceof ControlError ? error.status : statusOf?.(error);
      const fallback = error instanceof RangeError ? 400 : 500;
      send(response, status ?? fallback, { error: error instanceof Error ? error.message : String(error) });
    }
    // Discards an unread body, which would otherwise block the connection.
    request.resume();
  });
}

/** Splits a path into its namespace, if it names one, and the part below `/_emulator` or that namespace. */
function splitPath(path: string): { readonly below: string | undefined; readonly name?: string } {
  if (!path.startsWith('/_emulator/')) return { below: undefined };
  const below = path.slice('/_emulator'.length);
  const [, name, inNamespace = ''] = NAMESPACE.exec(below) ?? [];
  return name === undefined ? { below } : { below: inNamespace, name: requireNamespaceName(decode(name)) };
}

interface CompiledRoute<T> {
  readonly method: string;
  readonly segments: readonly string[];
  readonly route: ControlRoute<T>;
}

function compile<T>(routes: ControlRoutes<T>): readonly CompiledRoute<T>[] {
  return Object.entries(routes).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, segments: path.split('/'), route };
  });
}

function find<T>(routes: readonly CompiledRoute<T>[], method: string, below = '') {
  const requested = below.split('/');
  const matches = ({ method: allowed, segments }: CompiledRoute<T>) =>
    allowed === method &&
    segments.length === requested.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === requested[index]);
  const found = routes.find(matches);
  if (found === undefined) return undefined;
  const params = found.segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), decode(requested[index] ?? '')]] : [],
  );
  return { route: found.route, params: Object.fromEntries(params) as Readonly<Record<string, string>> };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const tooLarge = () => new ControlError(413, `the body must not exceed ${MAX_BODY_BYTES} bytes`);
  const text = await readBody(request, MAX_BODY_BYTES, tooLarge);
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
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}
