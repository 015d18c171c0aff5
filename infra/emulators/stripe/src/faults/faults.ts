export const FAULT_KINDS = [
  'error',
  'error_after',
  'lock_timeout',
  'other_mode',
  'forbidden',
  'html_502',
  'hang',
  'slow',
  'drop_before',
  'drop_after',
  'truncate',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRequest {
  readonly kind: FaultKind;
  /** `/v1/checkout/sessions`, `/v1/customers/:id` or `/v1/*`. */
  readonly path: string;
  readonly method?: string;
  /**
   * Status of an `error`; 500 when absent. Only a 500 comes once execution has begun: it is kept under the
   * idempotency key of its request, and replayed.
   */
  readonly status?: 409 | 429 | 500 | 503;
  /** How long a `slow` answer takes. */
  readonly delayMs?: number;
  /** How many requests it strikes; one when absent. */
  readonly count?: number;
  /** How many requests it lets pass first. */
  readonly skip?: number;
}

export interface Fault extends FaultRequest {
  readonly id: number;
  readonly struck: number;
  readonly left: number;
}

interface Armed {
  readonly id: number;
  readonly request: FaultRequest;
  readonly pattern: RegExp;
  struck: number;
  skipped: number;
}

/** The faults that are armed, in the order in which they were; the first that matches a request strikes it. */
export class Faults {
  #armed: Armed[] = [];
  #nextId = 1;

  add(request: FaultRequest): Fault {
    check(request);
    const armed = { id: this.#nextId, request, pattern: patternOf(request.path), struck: 0, skipped: 0 };
    this.#nextId += 1;
    this.#armed.push(armed);
    return view(armed);
  }

  list(): Fault[] {
    return this.#armed.map(view);
  }

  clear(): void {
    this.#armed = [];
  }

  /** The fault that strikes this request, if one does. */
  take(method: string, path: string): FaultRequest | null {
    for (const armed of this.#armed) {
      const { request, pattern } = armed;
      if (request.method !== undefined && request.method !== method) continue;
      if (!pattern.test(path) || armed.struck >= (request.count ?? 1)) continue;
      if (armed.skipped < (request.skip ?? 0)) {
        armed.skipped += 1;
        continue;
      }
      armed.struck += 1;
      return request;
    }
    return null;
  }
}

function check({ kind, path }: FaultRequest): void {
  if (!FAULT_KINDS.includes(kind)) throw new RangeError(`kind must be one of ${FAULT_KINDS.join(', ')}`);
  if (typeof path !== 'string' || !path.startsWith('/')) throw new RangeError('path must start with a slash');
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}

function view({ id, request, struck }: Armed): Fault {
  return { ...request, id, struck, left: (request.count ?? 1) - struck };
}
