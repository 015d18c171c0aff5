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
export class KeysOfService implements TokenAuthority {
  readonly projectId: string;
  readonly #url: string;
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #fetching: Promise<void> | undefined;

  constructor(identityUrl: string, projectId: string) {
    this.projectId = projectId;
    this.#url = `${identityUrl.replace(/\/+$/, '')}${KEYS_PATH}`;
  }

  /** Retries until the first success, because the other process may still be starting. */
  async start(): Promise<void> {
    while (this.#keys.size === 0) await this.#refresh().catch(() => delay(PAUSE_MS));
  }

  publicKey(keyId: string): KeyObject | undefined {
    return this.#keys.get(keyId);
  }

  /** Without an answer the key stays unknown, and its tokens are rejected. */
  fetchUnknown(keyId: string): Promise<void> | undefined {
    if (this.#keys.has(keyId)) return undefined;
    // Twice, because a restart of the other process ends a connection that was kept open.
    const attempt = () => this.#refresh();
    return attempt()
      .catch(attempt)
      .catch(() => undefined);
  }

  #refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const answer = await fetch(this.#url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${this.#url} answered ${answer.status}`);
    const { keys } = (await answer.json()) as KeySet;
    this.#keys = new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
  }
}
