import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TokenAuthority } from './token-authority.ts';

const KEYS_PATH = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** The pause between attempts at the start. */
const PAUSE_MS = 50;
const TIMEOUT_MS = 2000;

interface KeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid: string })[];
}

/** The published keys of an identity emulator in another process. */
export function keysOfService(identityUrl: string, projectId: string): TokenAuthority {
  const url = `${identityUrl.replace(/\/+$/, '')}${KEYS_PATH}`;
  let known: ReadonlyMap<string, KeyObject> = new Map();
  let fetching: Promise<void> | undefined;
  const fetchKeys = async (): Promise<void> => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const { keys } = (await answer.json()) as KeySet;
    known = new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  };
  const refresh = (): Promise<void> => {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };
  return {
    projectId,
    /** Retries until the first success, because the other process may still be starting. */
    start: async () => {
      while (known.size === 0) await refresh().catch(() => delay(PAUSE_MS));
    },
    publicKey: (keyId) => known.get(keyId),
    /** Without an answer the key stays unknown, and its tokens are rejected. */
    fetchUnknown: (keyId) => {
      if (known.has(keyId)) return undefined;
      // Twice, because a restart of the other process ends a connection that was kept open.
      return refresh()
        .catch(refresh)
        .catch(() => undefined);
    },
  };
}
