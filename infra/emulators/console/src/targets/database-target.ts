import type { DatabaseValue } from '../snapshot.ts';
import { requestJson } from './target-request.ts';

/** The database emulator's REST interface, as its owner. */
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

  #at(path: string): string {
    return `${this.#url}/${path}.json?ns=${encodeURIComponent(this.#namespace)}`;
  }
}
