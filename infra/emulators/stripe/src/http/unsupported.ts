import type { ApiError } from '../errors/api-error.ts';

/** Something that a client asked for and the emulator lacks. */
export interface UnsupportedCall {
  /** Method and path, such as `POST /v1/coupons`. */
  readonly call: string;
  /** The parameter that is missing; null where the whole call is. */
  readonly param: string | null;
  readonly message: string;
  readonly count: number;
}

/** Counts what was asked for and is not there, so that nobody has to search a log for it. */
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

/** Ids in a path do not tell one call from another. */
export function callName(method: string, url: string): string {
  const path = url.split('?')[0] ?? '';
  return `${method} ${path.replaceAll(/\/[a-z]+_\w*[\dA-Z]\w*/g, '/:id')}`;
}
