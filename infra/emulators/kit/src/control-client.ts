import type { Controlled } from './control-server.ts';
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

export interface Connected {
  health(): Promise<Health>;
}

/** The control of a namespace. */
export type InNamespace<Control> = Control & {
  /** Ends the namespace and forgets all of it; named again, it begins anew. */
  close(): Promise<void>;
};

export interface ControlClient<Control> {
  /** Drives an emulator in another process; the same calls as the handle of one in this process. */
  connectControl(controlUrl: string): Control & Connected;
  /**
   * The same for one of its namespaces, which begins when it is first used. Throws a RangeError for what cannot name
   * a namespace.
   */
  connectNamespace(controlUrl: string, name: string): InNamespace<Control> & Connected;
  /** The names of the namespaces that there are. */
  namespaces(controlUrl: string): Promise<readonly string[]>;
}

type Common = keyof Controlled & ('reset' | 'settle');

/** The client of an emulator, from the calls that are its own. */
export function controlClient<Control extends Controlled>(
  operations: (calls: ControlCalls) => Omit<Control, Common> & Partial<Pick<Control, Common>>,
): ControlClient<Control> {
  const connect = (calls: ControlCalls): Control & Connected => {
    const common = {
      health: () => calls.get<Health>('health'),
      reset: async () => void (await calls.post('reset')),
      settle: async () => void (await calls.post('settle')),
    };
    return { ...common, ...(operations(calls) as Control) };
  };
  return {
    connectControl: (controlUrl) => connect(controlCalls(controlUrl)),
    connectNamespace: (controlUrl, name) => {
      const calls = controlCalls(controlUrl, name);
      return { ...connect(calls), close: async () => void (await calls.delete('')) };
    },
    namespaces: async (controlUrl) =>
      (await controlCalls(controlUrl).get<{ namespaces: readonly string[] }>('namespaces')).namespaces,
  };
}

export function faultCalls<Request extends object, Armed>({
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

/** Milliseconds since the epoch. */
export async function timeOf(reading: Promise<ClockReading>): Promise<number> {
  return Date.parse((await reading).now);
}

function controlCalls(controlUrl: string, namespace?: string): ControlCalls {
  const origin = `${controlUrl.replace(/\/+$/, '')}/_emulator`;
  const base = namespace === undefined ? origin : namespacePath(origin, requireNamespaceName(namespace));
  return {
    get: (path) => call(base, 'GET', path),
    post: (path, body) => call(base, 'POST', path, body),
    delete: (path) => call(base, 'DELETE', path),
  };
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
