import type { FaultControl } from './faults.ts';
import { namespacePath, requireNamespaceName } from './namespace-name.ts';
import type { ClockReading } from './time-span.ts';

/** Calls below `/_emulator`, or below that of a namespace. Rejects with what the control interface answered. */
export interface ControlCalls {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
  delete<T>(path: string): Promise<T>;
}

export interface Health {
  readonly status: string;
  readonly residentBytes: number;
}

/** What the client of every emulator can do. */
export interface CommonControl {
  health(): Promise<Health>;
  /** Back to how it was started. */
  reset(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  settle(): Promise<void>;
}

/** Throws a RangeError for what cannot name a namespace. */
export function controlCalls(controlUrl: string, namespace?: string): ControlCalls {
  const origin = `${controlUrl.replace(/\/+$/, '')}/_emulator`;
  const base = namespace === undefined ? origin : namespacePath(origin, requireNamespaceName(namespace));
  return {
    get: (path) => call(base, 'GET', path),
    post: (path, body) => call(base, 'POST', path, body),
    delete: (path) => call(base, 'DELETE', path),
  };
}

export function commonControl({ get, post }: ControlCalls): CommonControl {
  return {
    health: () => get('health'),
    reset: async () => void (await post('reset')),
    settle: async () => void (await post('settle')),
  };
}

export function faultControl<Request extends object, Armed>({
  get,
  post,
  delete: remove,
}: ControlCalls): FaultControl<Request, Armed> {
  return {
    faults: async () => (await get<{ faults: readonly Armed[] }>('faults')).faults,
    addFault: (request) => post('faults', request),
    removeFault: async (id) => void (await remove(`faults/${encodeURIComponent(id)}`)),
    clearFaults: async () => void (await remove('faults')),
  };
}

/** Ends the namespace that the calls are for. */
export async function removeNamespace(calls: ControlCalls): Promise<void> {
  await calls.delete('');
}

/** The names of the namespaces of an emulator. */
export async function namespacesOf(controlUrl: string): Promise<readonly string[]> {
  return (await controlCalls(controlUrl).get<{ namespaces: readonly string[] }>('namespaces')).namespaces;
}

/** Milliseconds since the epoch. */
export async function timeOf(reading: Promise<ClockReading>): Promise<number> {
  return Date.parse((await reading).now);
}

async function call<T>(base: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path === '' ? base : `${base}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: T & { readonly error?: string } = JSON.parse(await response.text());
  if (response.ok) return answer;
  throw new Error(`${method} ${path} answered ${response.status}: ${answer.error}`);
}
