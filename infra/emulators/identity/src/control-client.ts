import type { Control, Mail, NamespaceControl } from './control-types.ts';

export type { Control, Mail, NamespaceControl } from './control-types.ts';
export { namespaceId } from './namespace-name.ts';

/** Drives an emulator in another process; the same calls as the handle of one in this process. */
export function connectControl(controlUrl: string): Control {
  return controlAt(new URL('/_emulator/', controlUrl));
}

/** The same for one of its namespaces, which comes into being when it is first used. */
export function connectNamespace(controlUrl: string, name: string): NamespaceControl {
  const base = new URL(`/_emulator/ns/${encodeURIComponent(name)}`, controlUrl);
  return { ...controlAt(new URL(`${base}/`)), close: () => call(base, 'DELETE') };
}

function controlAt(base: URL): Control {
  const get = <T>(path: string) => call<T>(new URL(path, base), 'GET');
  const post = <T>(path: string, body?: object) => call<T>(new URL(path, base), 'POST', body);
  return {
    reset: () => post('reset'),
    settle: () => post('settle'),
    state: () => get('state'),
    mails: async () => (await get<{ mails: readonly Mail[] }>('mails')).mails,
    now: async () => (await get<{ now: number }>('clock')).now,
    advanceTime: async (ms) => (await post<{ now: number }>('clock/advance', { ms })).now,
    rotateKeys: () => post('keys/rotate'),
    configure: (change) => post('configure', change),
    serviceAccount: () => get('service-account'),
  };
}

async function call<T>(url: URL, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: T & { readonly error?: string } = JSON.parse(await response.text());
  if (!response.ok) {
    throw new Error(`${method} ${url.pathname} answered ${response.status}: ${answer.error}`);
  }
  return answer;
}
