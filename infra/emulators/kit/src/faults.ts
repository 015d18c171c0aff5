import { ControlError } from './control-error.ts';
import { get, type Operations, post, remove } from './control-operations.ts';
import type { Reader } from './json-reader.ts';

export interface FaultLimits {
  /** How many requests it strikes; null strikes every request until the fault is removed. */
  readonly count: number | null;
  readonly skip?: number;
  /** How long it lasts, by the system clock. */
  readonly seconds?: number;
}

export type Fault<Request> = Request & {
  readonly id: string;
  readonly struck: number;
  /** How many more requests it strikes; null for every request. None when its seconds are over. */
  readonly left: number | null;
};

export interface FaultControl<Request, Armed> {
  faults(): Promise<readonly Armed[]>;
  addFault(request: Request): Promise<Armed>;
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
}

export function faultOperations<Request>(reader: Reader<Request>): Operations<FaultControl<Request, object>> {
  return {
    faults: get('faults', 'faults'),
    addFault: post('faults', reader),
    removeFault: remove('faults/:id'),
    clearFaults: remove('faults'),
  };
}

interface ArmedFault<Complete> {
  readonly id: string;
  readonly request: Complete;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  struck: number;
  skipped: number;
}

/** Armed faults. Used-up faults stay in the list, so that a test can see that they struck. */
export class Faults<Request, Complete extends FaultLimits> {
  readonly #armed = new Map<string, ArmedFault<Complete>>();
  readonly #complete: (request: Request) => Complete;
  #lastId = 0;

  constructor(complete: (request: Request) => Complete) {
    this.#complete = complete;
  }

  get control(): FaultControl<Request, Fault<Complete>> {
    return {
      faults: async () => this.list(),
      addFault: async (request) => this.add(request),
      removeFault: async (id) => this.remove(id),
      clearFaults: async () => this.clear(),
    };
  }

  add(request: Request): Fault<Complete> {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const armed = { id, request: this.#complete(request), startedAt: Date.now(), struck: 0, skipped: 0 };
    this.#armed.set(id, armed);
    return view(armed);
  }

  list(): Fault<Complete>[] {
    return Array.from(this.#armed.values(), view);
  }

  /** Replaces all by those of a list that have not struck as often as they should. */
  load(faults: readonly Fault<Complete>[]): void {
    this.clear();
    for (const { id: _id, struck: _struck, left, ...fault } of faults)
      if (left !== 0) this.add({ ...fault, count: left } as unknown as Request);
  }

  remove(id: string): void {
    if (!this.#armed.delete(id)) throw new ControlError(404, `there is no fault ${id}`);
  }

  clear(): void {
    this.#armed.clear();
  }

  /** Applies the first matching fault to a request and returns it; undefined when none strikes. */
  strike(matches: (fault: Complete) => boolean): Complete | undefined {
    for (const armed of this.#armed.values()) {
      const { request, skipped } = armed;
      if (!matches(request) || leftOf(armed) === 0) continue;
      if (skipped >= (request.skip ?? 0)) {
        armed.struck += 1;
        return request;
      }
      armed.skipped += 1;
    }
    return undefined;
  }
}

/** How many more requests it strikes; null for every request. */
function leftOf({ request, startedAt, struck }: ArmedFault<FaultLimits>): number | null {
  const { count, seconds = Number.POSITIVE_INFINITY } = request;
  if (Date.now() >= startedAt + seconds * 1000) return 0;
  return count === null ? null : count - struck;
}

function view<Complete extends FaultLimits>(armed: ArmedFault<Complete>): Fault<Complete> {
  const { id, request, struck } = armed;
  return { ...request, id, struck, left: leftOf(armed) };
}
