import { ControlError } from './control-error.ts';
import type { ControlRoutes } from './control-server.ts';
import type { Reader } from './json-reader.ts';

export interface FaultLimits {
  /** How many requests it strikes; null strikes every request until the fault is removed. */
  readonly count: number | null;
  /** How many requests pass before it strikes; 0 when absent. */
  readonly skip?: number;
}

export type Fault<Request> = Request & {
  readonly id: string;
  readonly struck: number;
  /** How many more requests it strikes; null for every request. */
  readonly left: number | null;
};

/** Armed faults. Used-up faults stay in the list, so that a test can see that they struck. */
export class Faults<Request extends FaultLimits> {
  #armed: { readonly id: string; readonly request: Request; struck: number; skipped: number }[] = [];
  #lastId = 0;

  add(request: Request): Fault<Request> {
    this.#lastId += 1;
    const armed = { id: String(this.#lastId), request, struck: 0, skipped: 0 };
    this.#armed.push(armed);
    return view(armed);
  }

  list(): Fault<Request>[] {
    return this.#armed.map(view);
  }

  /** Throws a ControlError for an unknown id. */
  remove(id: string): void {
    const index = this.#armed.findIndex((armed) => armed.id === id);
    if (index < 0) throw new ControlError(404, `there is no fault ${id}`);
    this.#armed.splice(index, 1);
  }

  clear(): void {
    this.#armed = [];
  }

  /** Applies the first matching fault to a request and returns it; undefined when none strikes. */
  strike(matches: (request: Request) => boolean): Request | undefined {
    for (const armed of this.#armed) {
      const { request, struck, skipped } = armed;
      if (!matches(request) || struck >= (request.count ?? Number.POSITIVE_INFINITY)) continue;
      if (skipped < (request.skip ?? 0)) {
        armed.skipped += 1;
        continue;
      }
      armed.struck += 1;
      return request;
    }
    return undefined;
  }
}

function view<Request extends FaultLimits>({
  id,
  request,
  struck,
}: {
  readonly id: string;
  readonly request: Request;
  readonly struck: number;
}): Fault<Request> {
  return { ...request, id, struck, left: request.count === null ? null : request.count - struck };
}

/** Operations of an emulator with faults. */
export interface FaultControl<Request, Armed> {
  faults(): Promise<readonly Armed[]>;
  addFault(request: Request): Promise<Armed>;
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
}

export function faultRoutes<Request>(reader: Reader<Request>): ControlRoutes<FaultControl<Request, object>> {
  return {
    'GET /faults': async (target) => ({ faults: await target.faults() }),
    'POST /faults': (target, { body }) => target.addFault(body(reader)),
    'DELETE /faults': (target) => target.clearFaults(),
    'DELETE /faults/:id': (target, { params }) => target.removeFault(params.id ?? ''),
  };
}
