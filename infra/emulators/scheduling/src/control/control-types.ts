import type { FaultMode, FaultTarget } from '../faults/fault-switches.ts';

/** What the control routes take; `control-schemas.ts` has the bounds. */
export interface FaultBody {
  readonly target: FaultTarget;
  readonly mode: FaultMode;
  /** How many requests it strikes; every one until it is switched off where null or left out. */
  readonly count?: number | null;
  /** For `slow`. */
  readonly delayMs?: number;
}

export interface SeedBody {
  readonly bookings?: readonly {
    readonly name: string;
    readonly email: string;
    /** The next open slot where it is left out. */
    readonly start?: string;
  }[];
}

export interface ConfigureBody {
  readonly publicUrl?: string;
}
