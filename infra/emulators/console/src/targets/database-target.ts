import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue } from '../json-value.ts';
import { requestJson, UNLOGGED } from './target-request.ts';

const RETRY_MS = 1_000;

/** On whose behalf a value is written; the rules are checked for a person, and for nobody with `uid: null`. */
export type Writer = 'administrator' | { readonly uid: string | null; readonly email?: string };

/** The database emulator's REST interface, accessed as its owner. */
export function databaseTarget(origin: string, namespace: string) {
  const at = (path: string) => {
    const encoded = path.split('/').filter(Boolean).map(encodeURIComponent).join('/');
    return `${origin}/${encoded}.json?ns=${encodeURIComponent(namespace)}`;
  };
  const follow = async (onChange: () => void, signal: AbortSignal): Promise<void> => {
    const headers = { ...UNLOGGED, accept: 'text/event-stream', authorization: 'Bearer owner' };
    const response = await fetch(at(''), { headers, signal });
    if (!response.ok || !response.body) throw new Error(`the database answered ${response.status}`);
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      if (/^event: (put|patch)/m.test(chunk)) onChange();
    }
  };
  return {
    read: (path = '') => requestJson<JsonValue>(at(path), { bearer: 'owner' }),
    /** A null removes the value. Rejects when the rules do not allow a person to write. */
    write: async (
      path: string,
      value: JsonValue | object,
      writer: Writer = 'administrator',
    ): Promise<void> => {
      const url = new URL(at(path));
      if (writer !== 'administrator') url.searchParams.set('auth_variable_override', formatAuth(writer));
      try {
        await requestJson(url, { method: 'PUT', bearer: 'owner', body: value });
      } catch (error) {
        const isByRules = writer !== 'administrator' && String(error).includes('Permission denied');
        throw isByRules ? new Error(`The rules do not let them write /${path}: Permission denied.`) : error;
      }
    },
    reset: () => requestJson<void>(at(''), { method: 'DELETE', bearer: 'owner' }),
    /** Calls `onChange` for every change until aborted. Reconnects a broken stream. */
    watch: async (onChange: () => void, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        // The overview already reports an unavailable database; this only waits for its return.
        await follow(onChange, signal).catch(() => undefined);
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

function formatAuth({ uid, email }: Exclude<Writer, 'administrator'>): string {
  if (uid === null) return 'null';
  const token = { sub: uid, email: email ?? null, email_verified: true };
  return JSON.stringify({ uid, provider: 'password', token });
}
