import type { Control, NamespaceControl } from './control/control-types.ts';

export type { Control, DeliveryView, NamespaceControl } from './control/control-types.ts';
export type { StateSnapshot } from './control/state-of.ts';
export { FAULT_KINDS, type Fault, type FaultRequest } from './faults/faults.ts';
export { namespaceKey } from './http/namespace-name.ts';

/** Drives an emulator in another process; the same calls as the handle of one in this process. */
export function connectControl(controlUrl: string): Control {
  return controlOver((method, path, body) => call(new URL(`/_emulator/${path}`, controlUrl), method, body));
}

/** The same for one of its namespaces, which comes into being when it is first used. */
export function connectNamespace(controlUrl: string, name: string): NamespaceControl {
  const base = `/_emulator/ns/${encodeURIComponent(name)}`;
  return {
    ...controlOver((method, path, body) => call(new URL(`${base}/${path}`, controlUrl), method, body)),
    close: () => call(new URL(base, controlUrl), 'DELETE'),
  };
}

/** The names of the namespaces that there are. */
export async function namespaces(controlUrl: string): Promise<readonly string[]> {
  const url = new URL('/_emulator/namespaces', controlUrl);
  return (await call<{ readonly namespaces: readonly string[] }>(url, 'GET')).namespaces;
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

async function call<T>(url: URL, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: T & { readonly error?: string } = JSON.parse(await response.text());
  if (!response.ok) {
    const path = url.pathname.replace('/_emulator/', '');
    throw new Error(`${method} ${path} answered ${response.status}: ${answer.error}`);
  }
  return answer;
}

function controlOver(send: Call): Control {
  const get = <T>(path: string) => send<T>('GET', path);
  const post = <T>(path: string, body?: object) => send<T>('POST', path, body);
  const segment = encodeURIComponent;
  return {
    reset: () => post('reset'),
    settle: () => post('settle'),
    seed: (seed) => post('seed', seed),
    configure: (settings) => post('configure', settings),
    state: ({ livemode } = {}) => get(livemode === undefined ? 'state' : `state?livemode=${livemode}`),
    pay: (sessionId, request) => post(`checkout/sessions/${segment(sessionId)}/pay`, request),
    dispute: (id, how = {}) => post(`charges/${segment(id)}/dispute`, how),
    closeDispute: (id, how) => post(`disputes/${segment(id)}/close`, how),
    now: async () => (await get<{ now: number }>('clock')).now,
    advanceTime: async (span) => (await post<{ now: number }>('clock/advance', span)).now,
    deliveries: () => get('deliveries'),
    redeliver: (id, how = {}) => post(`deliveries/${segment(id)}/redeliver`, how),
    planDeliveries: (plan) => post('deliveries/plan', plan),
    releaseDeliveries: async (how = {}) =>
      (await post<{ released: number }>('deliveries/release', how)).released,
    faults: () => get('faults'),
    addFault: (request) => post('faults', request),
    clearFaults: () => send('DELETE', 'faults'),
    counters: () => get('counters'),
    coverage: () => get('coverage'),
    unsupported: () => get('unsupported'),
    switches: () => get('switches'),
    setSwitches: (wanted) => post('switches', wanted),
  };
}
