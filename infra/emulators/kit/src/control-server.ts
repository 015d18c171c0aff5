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
  const routes = Object.entries({ ...COMMON_ROUTES, ...options.routes }).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, segments: path.split('/'), route };
  });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    if (mayComeFromBrowser(request)) throw new ControlError(403, 'the control interface refuses browsers');
    const { method = '', url = '/' } = request;
    const [path = '', query] = url.split('?');
    if (!path.startsWith('/_emulator/')) throw notFound(method, path);
    const below = path.slice('/_emulator'.length);
    if (method === 'GET' && below === '/namespaces') return { namespaces: options.namespaces.names() };
    const [, encodedName, inNamespace] = NAMESPACE.exec(below) ?? [];
    const name = encodedName === undefined ? undefined : requireNamespaceName(decode(encodedName));
    if (method === 'DELETE' && name !== undefined && inNamespace === undefined)
      return options.namespaces.remove(name);
    const segments = (name === undefined ? below : (inNamespace ?? '')).split('/');
    for (const candidate of routes) {
      const params = candidate.method === method ? paramsOf(candidate.segments, segments) : undefined;
      if (params === undefined) continue;
      const json = method === 'POST' ? await readJson(request) : {};
      const target = name === undefined ? options.own : await options.namespaces.open(name);
      return candidate.route(target, {
        params,
        query: new URLSearchParams(query),
        body: (reader) => reader(anyObject(json, ''), ''),
      });
    }
    throw notFound(method, path);
  };
  const statusOf = (error: unknown) => {
    if (error instanceof ControlError) return error.status;
    return options.statusOf?.(error) ?? (error instanceof RangeError ? 400 : 500);
  };
  return createHttpServer(async (request, response) => {
    try {
      send(response, 200, (await answer(request)) ?? { status: 'ok' });
    } catch (error) {
      send(response, statusOf(error), { error: error instanceof Error ? error.message : String(error) });
    }
    // The rest of a body that was refused is not read.
    if (request.complete) request.resume();
    else request.destroy();
  });
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return params;
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

function notFound(method: string, path: string): ControlError {
  return new ControlError(404, `there is no control route ${method} ${path}`);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
