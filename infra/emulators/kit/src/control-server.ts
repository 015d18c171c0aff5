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
  /** The segments that a route names, `:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON object in the body, checked by `reader`; `{}` when there is no body. */
  body<T>(reader: Reader<T>): T;
}

/** Resolves with the JSON to answer; undefined is answered as `{ status: 'ok' }`. */
export type ControlRoute<T> = (target: T, request: ControlRequest) => unknown;

/** By method and path, which begins below `/_emulator`: `POST /deliveries/:id/redeliver`. */
export type ControlRoutes<T> = Readonly<Record<string, ControlRoute<T>>>;

/** What every emulator and each of its namespaces can be asked to do. */
export interface Controlled {
  reset(): Promise<void>;
  settle(): Promise<void>;
  state(): Promise<object>;
}

/** An emulator with a clock of its own. */
export interface Timed {
  clock(): Promise<ClockReading>;
  advanceTime(span: TimeSpan): Promise<unknown>;
}

export interface ControlServerOptions<T extends Controlled> {
  /** What requests outside of namespaces are for. */
  readonly own: T;
  readonly namespaces: {
    /** The namespace, which comes into being when it is first named. */
    open(name: string): T | Promise<T>;
    remove(name: string): Promise<void> | void;
    names(): readonly string[];
  };
  readonly routes: ControlRoutes<T>;
  /** The status of one of the emulator's own errors; RangeErrors are 400, all others 500. */
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

/** What an emulator that sends webhooks can be asked to do. */
export interface DeliveryControl<Delivery, How> {
  deliveries(): Promise<readonly Delivery[]>;
  redeliver(id: string, how: How): Promise<Delivery>;
}

export function deliveryRoutes<How>(how: Reader<How>): ControlRoutes<DeliveryControl<object, How>> {
  return {
    'GET /deliveries': async (target) => ({ deliveries: await target.deliveries() }),
    'POST /deliveries/:id/redeliver': (target, { params, body }) =>
      target.redeliver(params.id ?? '', body(how)),
  };
}

/** What `GET /health` answers, with what an emulator adds. */
export function health(more: object = {}): object {
  return { status: 'ok', residentBytes: process.memoryUsage.rss(), ...more };
}

/** The control interface, for a port that is never made public. It refuses browsers. */
export function createControlServer<T extends Controlled>(options: ControlServerOptions<T>): Server {
  const { own, namespaces, statusOf } = options;
  const routes = compile<T>({ ...COMMON_ROUTES, ...options.routes });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    if (mayComeFromBrowser(request)) throw new ControlError(403, 'the control interface refuses browsers');
    const { method = '', url = '' } = request;
    const [path = '', query] = url.split('?');
    const { below, name } = placeOf(path);
    if (name === undefined && `${method} ${below}` === 'GET /namespaces')
      return { namespaces: namespaces.names() };
    if (name !== undefined && `${method} ${below}` === 'DELETE ') return namespaces.remove(name);
    const { route, params } = find(routes, method, below) ?? {};
    if (route === undefined) throw new ControlError(404, `there is no control route ${method} ${path}`);
    const json = method === 'POST' ? await readJson(request) : {};
    const target = name === undefined ? own : await namespaces.open(name);
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
      const usual = error instanceof RangeError ? 400 : 500;
      send(response, status ?? usual, { error: error instanceof Error ? error.message : String(error) });
    }
    // What is left of a body would otherwise hold the connection.
    request.resume();
  });
}

/** The part of a path below `/_emulator` or below the namespace that it names. */
function placeOf(path: string): { readonly below: string | undefined; readonly name?: string } {
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
  const given = below.split('/');
  const matches = ({ method: wanted, segments }: CompiledRoute<T>) =>
    wanted === method &&
    segments.length === given.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === given[index]);
  const found = routes.find(matches);
  if (found === undefined) return undefined;
  const params = found.segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), decode(given[index] ?? '')]] : [],
  );
  return { route: found.route, params: Object.fromEntries(params) as Readonly<Record<string, string>> };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const tooLarge = () => new ControlError(413, `the body must have at most ${MAX_BODY_BYTES} bytes`);
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
