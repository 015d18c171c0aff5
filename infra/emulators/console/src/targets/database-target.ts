import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseValue } from '../snapshot.ts';
import { requestJson } from './target-request.ts';

const RETRY_MS = 1_000;

/** The database emulator's REST interface, accessed as its owner. */
export class DatabaseTarget {
  readonly #url: string;
  readonly #namespace: string;

  constructor(url: string, namespace: string) {
    this.#url = url;
    this.#namespace = namespace;
  }

  read(): Promise<DatabaseValue> {
    return requestJson(this.#at(''), { bearer: 'owner' });
  }

  write(path: string, value: object): Promise<void> {
    return requestJson(this.#at(path), { method: 'PUT', bearer: 'owner', body: value });
  }

  reset(): Promise<void> {
    return requestJson(this.#at(''), { method: 'DELETE', bearer: 'owner' });
  }

  /** Calls `onChange` for every change until aborted. Reconnects a broken stream. */
  async watch(onChange: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Snapshots already report an unavailable database; this only waits for its return.
      await this.#follow(onChange, signal).catch(() => undefined);
      await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(onChange: () => void, signal: AbortSignal): Promise<void> {
    const headers = { accept: 'text/event-stream', authorization: 'Bearer owner' };
    const response = await fetch(this.#at(''), { headers, signal });
    if (!response.ok || !response.body) throw new Error(`the database answered ${response.status}`);
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      if (/^event: (put|patch)/m.test(chunk)) onChange();
    }
  }

  #at(path: string): string {
    return `${this.#url}/${path}.json?ns=${encodeURIComponent(this.#namespace)}`;
  }
}
