import { type Fault as ArmedFault, Faults } from '@outharbor/emulator-kit/faults';
import * as json from '@outharbor/emulator-kit/json-reader';

/** `page`: the widget's HTML; `times`: the open times; `bookings`: booking a slot; `rest`: the v2 API. */
export const FAULT_TARGETS = ['page', 'times', 'bookings', 'rest'] as const;
/** `fail`: a 500; `hang`: no answer; `slow`: a delayed answer; `drop`: a closed connection. */
export const FAULT_MODES = ['fail', 'hang', 'slow', 'drop'] as const;

const DEFAULT_DELAY_MS = 3_000;
const MAX_DELAY_MS = 60_000;

const FAULT = {
  target: json.oneOf(FAULT_TARGETS),
  mode: json.oneOf(FAULT_MODES),
  /** How many requests it strikes; every request until it is removed when null or absent. */
  count: json.optional(json.nullable(json.integer(1))),
  /** How many requests pass before it strikes. */
  skip: json.optional(json.integer(0)),
  /** How many seconds it lasts. */
  seconds: json.optional(json.integer(1)),
  /** How long a `slow` answer takes; three seconds when absent. */
  delayMs: json.optional(json.integer(0, MAX_DELAY_MS)),
};

export const readFault = json.object(FAULT);

export interface FaultBody extends json.ObjectOf<typeof FAULT> {}
type CompleteFault = FaultBody & { readonly count: number | null; readonly delayMs: number };
export type Fault = ArmedFault<CompleteFault>;
export type FaultSwitches = Faults<FaultBody, CompleteFault>;

export function openFaultSwitches(): FaultSwitches {
  return new Faults((fault) => ({
    ...fault,
    count: fault.count ?? null,
    delayMs: fault.delayMs ?? DEFAULT_DELAY_MS,
  }));
}
