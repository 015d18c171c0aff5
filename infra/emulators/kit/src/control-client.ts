import type { Changes } from './change-feed.ts';
import { COMMON_OPERATIONS, type Controlled, type Operation, type Operations } from './control-operations.ts';
import { namespacePath, requireNamespaceName } from './namespace-name.ts';
import type { LoggedRequest, RequestQuery, RequestSummary } from './request-log.ts';
import type { ClockReading } from './time-span.ts';

/** Sends a request to a path below `/_emulator` or a namespace. Rejects when an error is answered. */
export type ControlCall = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface Logged {
  readonly requests: readonly LoggedRequest[];
}

/** @public Declarations of the packages name it. */
export interface WithHealth {
  health(): Promise<{ readonly status: string; readonly residentBytes: number }>;
  /** The last requests on the public port, oldest first, without their contents. */
  requests(query?: RequestQuery): Promise<readonly RequestSummary[]>;
  /** Requests that arrived or were answered since the cursor of an earlier answer; all since `start`. */
  requestChanges(since: string): Promise<Changes<RequestSummary>>;
  /** A request with its answer, without secrets. */
  request(id: number): Promise<LoggedRequest>;
  /** Returns the given requests that are still kept, with their answers. */
  requestContents(ids: readonly number[]): Promise<readonly LoggedRequest[]>;
  /** All of the last requests with their answers, without secrets. */
  saveRequests(): Promise<readonly LoggedRequest[]>;
  /** Replaces the last requests by these. */
  loadRequests(requests: readonly LoggedRequest[]): Promise<void>;
}

export type InNamespace<Control> = Control & {
  /** Deletes the namespace and its state. Using the name again creates an empty one. */
  close(): Promise<void>;
};

export interface ControlClient<Control> {
  connectControl(controlUrl: string): Control & WithHealth;
  /** Controls one namespace, which is created on first use. Throws a RangeError for an invalid name. */
  connectNamespace(controlUrl: string, name: string): InNamespace<Control> & WithHealth;
  namespaces(controlUrl: string): Promise<readonly string[]>;
}

export function controlClient<Control extends Controlled, Special extends keyof Control = never>(
  operations: Operations<Control, Special | keyof Controlled>,
  specialCalls: (call: ControlCall) => Pick<Control, Special>,
): ControlClient<Control> {
  const table = Object.entries<Operation>({ ...COMMON_OPERATIONS, ...operations });
  const connect = (call: ControlCall): Control & WithHealth => ({
    ...(Object.fromEntries(
      table.map(([name, each]) => [name, createRequest(call, each)]),
    ) as unknown as Control),
    health: () => call('GET', 'health'),
    requests: async ({ after = 0, texts = [] } = {}) => {
      const query = new URLSearchParams({ after: String(after) });
      for (const text of texts) query.append('text', text);
      const { requests } = await call<{ requests: RequestSummary[] }>('GET', `requests?${query}`);
      return requests;
    },
    requestChanges: (since) => call('GET', `requests/changes/${since}`),
    request: (id) => call('GET', `requests/${id}`),
    requestContents: async (ids) => (await call<Logged>('GET', `requests/contents/${ids.join()}`)).requests,
    saveRequests: async () => (await call<Logged>('GET', 'requests/whole')).requests,
    loadRequests: async (requests) => void (await call('POST', 'requests', { requests })),
    ...specialCalls(call),
  });
  return {
    connectControl: (controlUrl) => connect(callsTo(controlUrl)),
    connectNamespace: (controlUrl, name) => {
      const call = callsTo(controlUrl, name);
      return { ...connect(call), close: async () => void (await call('DELETE', '')) };
    },
    namespaces: async (controlUrl) =>
      (await callsTo(controlUrl)<{ namespaces: readonly string[] }>('GET', 'namespaces')).namespaces,
  };
}

/** Milliseconds since the epoch. */
export async function readTime(reading: Promise<ClockReading>): Promise<number> {
  return Date.parse((await reading).now);
}

function createRequest(call: ControlCall, { method, path, property }: Operation) {
  return async (...given: readonly unknown[]): Promise<unknown> => {
    const segments = [...given];
    const target = path.replaceAll(/:\w+/g, () => encodeURIComponent(String(segments.shift())));
    const answer = await call<Readonly<Record<string, unknown>>>(method, target, segments[0]);
    // `{ status: 'ok' }` stands for no result.
    if (Object.keys(answer).join() === 'status') return undefined;
    return property === undefined ? answer : answer[property];
  };
}

function callsTo(controlUrl: string, namespace?: string): ControlCall {
  const origin = `${controlUrl.replace(/\/+$/, '')}/_emulator`;
  const base = namespace === undefined ? origin : namespacePath(origin, requireNamespaceName(namespace));
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(path === '' ? base : `${base}/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const answer: T & { readonly error?: string } = JSON.parse(await response.text());
    if (response.ok) return answer;
    throw new Error(`${method} ${path} answered ${response.status}: ${answer.error}`);
  };
}
