import type { Controlled } from './control-server.ts';
import type { FaultControl } from './faults.ts';
import { namespacePath, requireNamespaceName } from './namespace-name.ts';
import type { ClockReading } from './time-span.ts';

/** Requests below `/_emulator` or a namespace's path there. An error answer rejects. */
export interface ControlCalls {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
  delete<T>(path: string): Promise<T>;
}

export interface Health {
  readonly status: string;
  readonly residentBytes: number;
}

export interface WithHealth {
  health(): Promise<Health>;
}

/** The control interface of one namespace. */
export type InNamespace<Control> = Control & {
  /** Deletes the namespace and its state. Using the name again creates an empty one. */
  close(): Promise<void>;
};

export interface ControlClient<Control> {
  /** Controls an emulator in another process, with the same calls as an in-process handle. */
  connectControl(controlUrl: string): Control & WithHealth;
  /** Controls one namespace, which is created on first use. Throws a RangeError for an invalid name. */
  connectNamespace(controlUrl: string, name: string): InNamespace<Control> & WithHealth;
  /** The names of all existing namespaces. */
  namespaces(controlUrl: string): Promise<readonly string[]>;
}

type CommonCall = keyof Controlled & ('reset' | 'settle');

/** Builds an emulator's client from its own calls and the common ones, which it may override. */
export function controlClient<Control extends Controlled>(
  operations: (calls: ControlCalls) => Omit<Control, CommonCall> & Partial<Pick<Control, CommonCall>>,
): ControlClient<Control> {
  const connect = (calls: ControlCalls): Control & WithHealth => {
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
