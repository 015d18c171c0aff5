import type { ApiFleet, Outcome } from './api-fleet.ts';
import type { EventCourier } from './event-courier.ts';
import type { Person } from './person.ts';
import type { Stage } from './stage.ts';

export type Violation = string;

/** State of Stripe and the database that a schedule has changed. */
export interface ExternalState {
  lateLists: boolean;
  /** Prices were changed at Stripe, so there may be nothing to sell. */
  repriced: boolean;
  portalOff: boolean;
  readonly deletedCustomers: Set<string>;
  readonly backups: Map<string, unknown>;
}

export interface Foreign {
  readonly fleet: ApiFleet;
  readonly livemode: boolean;
  readonly subscription: string;
  readonly customer: string;
  readonly openSession: string;
  /** Stripe's lists may have omitted it at first. */
  readonly listedLate: boolean;
}

/** What steps and oracles see of a run. */
export interface Play {
  readonly stage: Stage;
  readonly fleets: readonly ApiFleet[];
  readonly people: readonly Person[];
  readonly couriers: ReadonlyMap<ApiFleet, EventCourier>;
  readonly foreign: Foreign[];
  readonly external: ExternalState;
  note(violation: Violation): void;
  duringOutage(work: () => Promise<void>): Promise<void>;
  passTime(seconds: number): Promise<void>;
  reconcile(fleet: ApiFleet, which?: number): Promise<void>;
  toOutcome(outcome: Outcome<unknown>): string;
}
