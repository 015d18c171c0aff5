import { type Fault as ArmedFault, Faults } from '@outharbor/emulator-kit/faults';

/** `page`: the widget's HTML; `times`: the open times; `bookings`: booking a slot; `rest`: the v2 API. */
export const FAULT_TARGETS = ['page', 'times', 'bookings', 'rest'] as const;
/** `fail`: a 500; `hang`: no answer; `slow`: a delayed answer; `drop`: a closed connection. */
export const FAULT_MODES = ['fail', 'hang', 'slow', 'drop'] as const;

export type FaultTarget = (typeof FAULT_TARGETS)[number];
export type FaultMode = (typeof FAULT_MODES)[number];

export interface FaultBody {
  readonly target: FaultTarget;
  readonly mode: FaultMode;
  /** How many requests it strikes; every request until it is removed when null or absent. */
  readonly count?: number | null;
  /** How many requests pass before it strikes. */
  readonly skip?: number;
  /** How long a `slow` answer takes; three seconds when absent. */
  readonly delayMs?: number;
}

type CompleteFault = FaultBody & { readonly count: number | null; readonly delayMs: number };
export type Fault = ArmedFault<CompleteFault>;
export type FaultSwitches = Faults<CompleteFault>;

const DEFAULT_DELAY_MS = 3_000;

export function openFaultSwitches(): FaultSwitches {
  return new Faults();
}

export function armFault(faults: FaultSwitches, fault: FaultBody): Fault {
  return faults.add({ ...fault, count: fault.count ?? null, delayMs: fault.delayMs ?? DEFAULT_DELAY_MS });
}
