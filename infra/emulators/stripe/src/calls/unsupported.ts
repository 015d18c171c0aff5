import type { ApiError } from '../description/api-error.ts';

export interface UnsupportedCall {
  readonly call: string;
  /** Null if the whole call is missing. */
  readonly param: string | null;
  readonly message: string;
  readonly count: number;
}

export class UnsupportedCalls {
  readonly #calls = new Map<string, UnsupportedCall>();

  note(call: string, { message, details }: ApiError): void {
    const param = details.param ?? null;
    const key = `${call} ${param} ${message}`;
    const count = (this.#calls.get(key)?.count ?? 0) + 1;
    this.#calls.set(key, { call, param, message, count });
  }

  list(): UnsupportedCall[] {
    return [...this.#calls.values()];
  }

  clear(): void {
    this.#calls.clear();
  }
}

export function callName(method: string, url: string): string {
  const path = url.split('?')[0] ?? '';
  return `${method} ${path.replaceAll(/\/[a-z]+_\w*[\dA-Z]\w*/g, '/:id')}`;
}
