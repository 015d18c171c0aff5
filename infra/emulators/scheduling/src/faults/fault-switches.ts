import { randomUUID } from 'node:crypto';

/** `page`: the widget's HTML; `times`: its list of open times; `bookings`: taking a slot; `rest`: the v2 API. */
export const FAULT_TARGETS = ['page', 'times', 'bookings', 'rest'] as const;
/** `fail`: a 500; `hang`: no answer ever; `slow`: a late answer; `drop`: the connection is cut. */
export const FAULT_MODES = ['fail', 'hang', 'slow', 'drop'] as const;

export type FaultTarget = (typeof FAULT_TARGETS)[number];
export type FaultMode = (typeof FAULT_MODES)[number];

export interface FaultRequest {
  readonly target: FaultTarget;
  readonly mode: FaultMode;
  /** How many requests it strikes; every one until it is switched off where null. */
  readonly count: number | null;
  /** For `slow`. */
  readonly delayMs: number;
}

export interface Fault extends FaultRequest {
  readonly id: string;
  readonly struck: number;
}

export class FaultSwitches {
  #faults: Fault[] = [];

  list(): readonly Fault[] {
    return this.#faults;
  }

  add(request: FaultRequest): Fault {
    const fault = { ...request, id: randomUUID(), struck: 0 };
    this.#faults.push(fault);
    return fault;
  }

  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault that strikes this request, counted; a used-up fault is gone. */
  strike(target: FaultTarget): Fault | undefined {
    const index = this.#faults.findIndex((fault) => fault.target === target);
    const fault = this.#faults[index];
    if (!fault) return undefined;
    const struck = { ...fault, struck: fault.struck + 1 };
    if (fault.count !== null && struck.struck >= fault.count) this.#faults.splice(index, 1);
    else this.#faults[index] = struck;
    return struck;
  }
}
