import { type Fault as ArmedFault, Faults } from '@outharbor/emulator-kit/faults';

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
   * Status of an `error`; 500 when absent. Only a 500 occurs after execution has begun, so only a 500 is
   * stored under the request's idempotency key and replayed.
   */
  readonly status?: 409 | 429 | 500 | 503;
  /** How long a `slow` answer takes. */
  readonly delayMs?: number;
  /** How many requests it strikes: one when absent, every request until it is removed when null. */
  readonly count?: number | null;
  /** How many requests pass before it strikes. */
  readonly skip?: number;
}

type CountedRequest = FaultRequest & { readonly count: number | null };
export type Fault = ArmedFault<CountedRequest>;

/** An account's armed faults, matched by method and path. */
export class AccountFaults {
  readonly #faults = new Faults<CountedRequest>();

  add(request: FaultRequest): Fault {
    check(request);
    return this.#faults.add({ ...request, count: request.count === undefined ? 1 : request.count });
  }

  list(): Fault[] {
    return this.#faults.list();
  }

  remove(id: string): void {
    this.#faults.remove(id);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** Applies the first matching fault to a request and returns it; null when none strikes. */
  take(method: string, path: string): FaultRequest | null {
    const fault = this.#faults.strike(
      (request) => (request.method ?? method) === method && patternOf(request.path).test(path),
    );
    return fault ?? null;
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
