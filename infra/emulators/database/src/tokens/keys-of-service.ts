import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TokenAuthority } from './token-authority.ts';

const KEYS_PATH = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const PAUSE_MS = 500;
/** Between attempts at the start. */
const FIRST_PAUSE_MS = 50;
const TIMEOUT_MS = 2000;

interface KeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid: string })[];
}

/** A lookup cannot wait, as socket requests are answered in order: the client's retry finds the new key. */
export class KeysOfService implements TokenAuthority {
  readonly projectId: string;
  readonly #url: string;
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #askedAt = 0;

  constructor(identityUrl: string, projectId: string) {
    this.projectId = projectId;
    this.#url = `${identityUrl.replace(/\/+$/, '')}${KEYS_PATH}`;
  }

  /** Retries until the first success, because the other process may still be starting. */
  async start(): Promise<void> {
    while (this.#keys.size === 0) await this.refresh().catch(() => delay(FIRST_PAUSE_MS));
  }

  publicKey(keyId: string): KeyObject | undefined {
    const key = this.#keys.get(keyId);
    if (key === undefined && Date.now() - this.#askedAt >= PAUSE_MS)
      void this.refresh().catch(() => undefined);
    return key;
  }

  async refresh(): Promise<void> {
    this.#askedAt = Date.now();
    const answer = await fetch(this.#url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${this.#url} answered ${answer.status}`);
    const { keys } = (await answer.json()) as KeySet;
    this.#keys = new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
}
